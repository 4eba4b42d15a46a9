/** Hostile pull requests as the bundled Action meets them: one of each kind, and those that only GitHub makes possible. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Action, buildAction, type Outcome } from '../support/action-runner.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { REPOSITORY } from '../support/proposal.ts';
import type { Attack } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { createFields } from './fields.ts';
import { SPIKE } from './hands.ts';
import { ON_GITHUB } from './on-github.ts';

const fields = createFields();
let action: Action;
let github: GitHubServer;

beforeAll(async () => {
  action = await buildAction();
});

afterAll(() => {
  action.remove();
  fields.remove();
});

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(async () => {
  const { violations } = github;
  await github.close();
  expect(violations).toEqual([]);
});

async function propose(field: TestRepository, { branch = SPIKE, target = 'main' }): Promise<number> {
  const { gitDirectory } = await github.addRepository({ name: REPOSITORY });
  field.git('push', '--quiet', gitDirectory, `${target}^{commit}:refs/heads/main`, `HEAD:refs/heads/${branch}`);
  return github.openPullRequest({ repository: REPOSITORY, head: branch });
}

/** The findings, and what else the log shows as an error. */
function told({ outputs, commands }: Outcome): readonly { readonly rule: string; readonly message: string }[] {
  const errors = commands.filter(({ name }) => name === 'error');
  return [...JSON.parse(outputs['findings'] ?? '[]'), ...errors.map(({ message }) => ({ rule: 'refused', message }))];
}

function caught({ rule, says }: Pick<Attack, 'rule' | 'says'>) {
  return expect.objectContaining({
    rule,
    message: typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says),
  });
}

describe('the Action fails, and says why, where', () => {
  const chosen = ATTACKS.filter(({ throughAction }) => throughAction === true);

  test.each(chosen.map((attack) => [attack.name, attack] as const))('%s', async (_name, attack) => {
    const field = await fields.copyOf(attack.field ?? 'shipped');
    const number = await propose(field, attack.script(field) ?? {});
    const outcome = await action.run({ github, repository: REPOSITORY, number });

    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(told(outcome)).toContainEqual(caught(attack));
    const comments = github.comments(REPOSITORY, number).map(({ body }) => body);
    expect(comments).toEqual(attack.rule === 'refused' ? [] : [expect.stringContaining('\n### ')]);
  });

  test.each(ON_GITHUB.map((attack) => [attack.name, attack] as const))('%s', async (_name, attack) => {
    const field = await fields.copyOf(attack.field ?? 'shipped');
    const number = await attack.script(field, github);
    const outcome = await action.run({ github, repository: REPOSITORY, number });

    expect(outcome).toMatchObject({ exitCode: 1, outputs: { verdict: 'failed' } });
    expect(told(outcome)).toContainEqual(caught(attack));
  });
});
