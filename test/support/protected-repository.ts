/** A repository on an emulated GitHub whose `main` is protected by required checks, holding the very commits of a real one. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Emulator } from 'emulate';
import type { TestRepository } from './git-fixture.ts';

export interface ProtectedRepository {
  /** Brings the branch, and all that it needs, to where it is in `work`. Objects keep their ids. */
  readonly push: (work: TestRepository, branch: string) => Promise<void>;
  /** Lets nothing merge into `main` before these checks have succeeded on its head commit. */
  readonly protect: (checks: readonly string[]) => Promise<void>;
  /** Into `main`; the number of it. */
  readonly open: (head: string) => Promise<number>;
  readonly closePullRequest: (number: number) => Promise<void>;
  /** What a runner makes of a job that has ended. */
  readonly report: (check: {
    readonly name: string;
    readonly commit: string;
    readonly exitCode: number | null;
  }) => Promise<void>;
  /** What GitHub answers to the button. */
  readonly merge: (number: number) => Promise<Answer>;
  /** The commit that `main` is at. */
  readonly main: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

export async function startProtectedRepository(): Promise<ProtectedRepository> {
  const { url, close } = await startEmulator();
  const send = senderTo(url);
  return {
    push: (work, branch) => push(send, work, branch),
    async protect(checks) {
      const required_status_checks = { strict: false, contexts: checks };
      const rules = {
        required_status_checks,
        enforce_admins: true,
        required_pull_request_reviews: null,
        restrictions: null,
      };
      await done(send('PUT', '/branches/main/protection', rules));
    },
    async open(head) {
      const { body } = await done(send('POST', '/pulls', { title: head, head, base: 'main' }));
      return Number(body['number']);
    },
    async closePullRequest(number) {
      await done(send('PATCH', `/pulls/${number}`, { state: 'closed' }));
    },
    async report({ name, commit, exitCode }) {
      const conclusion = exitCode === 0 ? 'success' : 'failure';
      await done(send('POST', '/check-runs', { name, head_sha: commit, status: 'completed', conclusion }));
    },
    merge: (number) => send('PUT', `/pulls/${number}/merge`),
    async main() {
      const { body } = await done(send('GET', '/git/ref/heads/main'));
      return Object(body['object']).sha;
    },
    close,
  };
}

/** A process of its own, with nothing of our environment, which could tell it to serve under another address. */
async function startEmulator(): Promise<Pick<Emulator, 'url' | 'close'>> {
  const program = join(import.meta.dirname, 'emulated-github.mjs');
  const child = spawn(process.execPath, [program], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const port = await Promise.race([once(child.stdout, 'data'), ended.then(() => ['nothing, and an end'])]);
  if (!/^\d+\n$/.test(String(port))) throw new Error(`expected the emulator to print its port, found ${port}`);
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

function senderTo(url: string): Send {
  return async (method, path, body) => {
    const response = await fetch(`${url}/repos/acme/shop${path}`, {
      method,
      headers: { authorization: 'token owner', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: Object.fromEntries(Object.entries(Object(answer))) };
  };
}

async function done(sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent;
  if (answer.status < 300) return answer;
  throw new Error(`expected the emulated GitHub to do it, found ${answer.status}: ${JSON.stringify(answer.body)}`);
}

async function push(send: Send, work: TestRepository, branch: string): Promise<void> {
  const commits = work.git('rev-list', '--reverse', branch).split('\n');
  for (const commit of commits) await pushCommit(send, work, commit);
  const sha = commits.at(-1);
  const { status } = await send('PATCH', `/git/refs/heads/${branch}`, { sha, force: true });
  if (status === 404) await done(send('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha }));
}

async function pushCommit(send: Send, work: TestRepository, commit: string): Promise<void> {
  const known = await send('GET', `/git/commits/${commit}`);
  if (known.status === 200) return;
  const tree = await pushTree(send, work, commit);
  const [parents = '', author = '', committer = ''] = work.git('log', '-1', `--format=${FIELDS}`, commit).split('\n');
  const message = work.git('log', '-1', '--format=%B', commit).replace(/\n*$/, '\n');
  const body = { message, tree, parents: parents.split(' ').filter(Boolean) };
  const made = await done(
    send('POST', '/git/commits', { ...body, author: personIn(author), committer: personIn(committer) }),
  );
  if (made.body['sha'] !== commit) throw new Error(`expected ${commit}, found ${made.body['sha']}`);
}

const FIELDS = '%P%n%an\t%ae\t%aI%n%cn\t%ce\t%cI';

function personIn(line: string): object {
  const [name, email, date] = line.split('\t');
  return { name, email, date };
}

async function pushTree(send: Send, work: TestRepository, commit: string): Promise<unknown> {
  const lines = work.git('ls-tree', '-r', '-z', commit).split('\0').filter(Boolean);
  const tree = lines.map((line) => {
    const [, mode = '', type = '', sha = '', path = ''] = /^(\S+) (\S+) (\S+)\t(.*)$/s.exec(line) ?? [];
    return { mode, type, sha, path };
  });
  for (const { sha } of tree) {
    const content = work.gitWith({}, 'cat-file', 'blob', sha).toString('base64');
    await done(send('POST', '/git/blobs', { content, encoding: 'base64' }));
  }
  return (await done(send('POST', '/git/trees', { tree }))).body['sha'];
}
