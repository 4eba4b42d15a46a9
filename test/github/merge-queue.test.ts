import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { readQueueBefore } from '../../src/github/merge-queue.ts';
import { parseQueueBranch } from '../../src/github/queue-branch.ts';
import type { Send } from '../../src/github/send.ts';
import { createRepository, type TestRepository } from '../support/git-fixture.ts';
import { connectTo } from '../support/github-connection.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';

const repository = { owner: 'acme', name: 'widget' };
const A = 'a'.repeat(40);
let github: GitHubServer;
let send: Send;
let work: TestRepository;
let origin: string;

beforeEach(async () => {
  github = await startGitHub();
  ({ gitDirectory: origin } = await github.addRepository({ name: 'acme/widget' }));
  ({ send } = await connectTo(github));
  work = createRepository();
});

afterEach(async () => {
  const { violations } = github;
  await github.close();
  expect(violations).toEqual([]);
});

/** Commits one on top of another, oldest first. */
function commits(count: number) {
  return Array.from({ length: count }, (_, at) => parseCommitId(work.commit(`Commit ${at}`)));
}

/** Branches of the repository, by name. */
function push(branches: Readonly<Record<string, string>>): void {
  const refspecs = Object.entries(branches).map(([name, commit]) => `${commit}:refs/heads/${name}`);
  work.git('push', '--quiet', origin, ...refspecs);
}

describe('what stands in front of a group', () => {
  test('is the chain of entries that it was put on, and nothing else of the queue', async () => {
    const [base, first, second, third, other] = commits(5);
    if (base === undefined || first === undefined || second === undefined || third === undefined) throw new Error('no');
    push({
      main: base,
      [`gh-readonly-queue/main/pr-7-${base}`]: first,
      [`gh-readonly-queue/main/pr-9-${first}`]: second,
      [`gh-readonly-queue/main/pr-8-${second}`]: third,
      [`gh-readonly-queue/main/pr-10-${base}`]: String(other),
      [`gh-readonly-queue/main/x/pr-11-${base}`]: String(other),
      'gh-readonly-queue/main/pr-12-short': first,
    });
    const own = { number: 8, parent: second, head: third };
    expect(await readQueueBefore(send, { repository, base: 'main' }, own)).toEqual([
      own,
      { number: 9, parent: first, head: second },
      { number: 7, parent: base, head: first },
    ]);
  });

  test('is nothing where the group stands on the base', async () => {
    const [base, first] = commits(2);
    if (base === undefined || first === undefined) throw new Error('expected two commits');
    push({ main: base });
    const own = { number: 1, parent: base, head: first };
    expect(await readQueueBefore(send, { repository, base: 'main' }, own)).toEqual([own]);
  });

  test('ends where entries claim to stand on each other', async () => {
    const [one, two] = commits(2);
    if (one === undefined || two === undefined) throw new Error('expected two commits');
    push({ [`gh-readonly-queue/main/pr-1-${two}`]: one, [`gh-readonly-queue/main/pr-2-${one}`]: two });
    const chain = await readQueueBefore(send, { repository, base: 'main' }, { number: 2, parent: one, head: two });
    expect(chain.map(({ number }) => number)).toEqual([2, 1]);
  });

  test('that cannot be had is an error', async () => {
    github.fail({ method: 'GET', path: /matching-refs/, status: 404 });
    const own = { number: 1, parent: parseCommitId(A), head: parseCommitId(A) };
    await expect(readQueueBefore(send, { repository, base: 'main' }, own)).rejects.toMatchObject({
      code: 'github-failed',
      message: 'expected the branches of the merge queue for main, and GitHub answered 404: Injected',
    });
  });
});

test.each([
  [`gh-readonly-queue/main/pr-7-${A}`, 'main', { number: 7, parent: A }],
  [`gh-readonly-queue/release/1.x/pr-7-${'b'.repeat(64)}`, 'release/1.x', { number: 7, parent: 'b'.repeat(64) }],
  [`gh-readonly-queue/main/x/pr-7-${A}`, 'main', undefined],
  [`gh-readonly-queue/mainpr-7-${A}`, 'main', undefined],
  [`gh-readonly-queue/main/pr-0-${A}`, 'main', undefined],
  [`gh-readonly-queue/main/pr-7-${A}\n`, 'main', undefined],
  [`gh-readonly-queue/main/pr-7-${A.slice(1)}`, 'main', undefined],
  [`x/gh-readonly-queue/main/pr-7-${A}`, 'main', undefined],
])('%j in the queue for %s', (name, base, entry) => {
  expect(parseQueueBranch(name, base)).toEqual(entry);
});
