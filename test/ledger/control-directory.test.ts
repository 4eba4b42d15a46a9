import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  controlRoot,
  ensureRepositoryId,
  forgetBranch,
  noteBranch,
  notedDirectory,
  pathsIn,
  repositoryId,
  spikeDirectory,
} from '../../src/ledger/control-directory.ts';
import { createFolder } from '../support/git-fixture.ts';
import { refusalOf } from '../support/refusal.ts';
import { finish, SLUG, tsProgram } from '../support/spike-fixture.ts';

test.each([
  [{ SPIKE_HOME: '/spikes', XDG_STATE_HOME: '/state', HOME: '/home/me' }, '/spikes'],
  [{ SPIKE_HOME: '', XDG_STATE_HOME: '/state', HOME: '/home/me' }, '/state/spike-gate'],
  [{ XDG_STATE_HOME: 'relative', HOME: '/home/me' }, '/home/me/.local/state/spike-gate'],
  [{ HOME: '/home/me' }, '/home/me/.local/state/spike-gate'],
])('the control root of %o is %s', (env, root) => {
  expect(controlRoot(env)).toBe(root);
});

test('without a home there is no control root', () => {
  expect(refusalOf(() => controlRoot({ HOME: '' }))).toMatchObject({
    code: 'usage',
    hint: expect.stringContaining('SPIKE_HOME'),
  });
});

test('a spike has a folder of its own, and its files have their names', () => {
  const directory = spikeDirectory('/root', 'shop-1', SLUG);

  expect(directory).toBe('/root/shop-1/users-email');
  expect(pathsIn(directory)).toMatchObject({
    ledger: `${directory}/command_log.jsonl`,
    hypothesis: `${directory}/HYPOTHESIS.md`,
    evidence: `${directory}/EVIDENCE.md`,
  });
  expect(pathsIn(directory).attempt(3)).toBe(`${directory}/attempts/3.jsonl`);
});

test('a repository has no id until it is asked to have one, and then keeps it', () => {
  const commonDir = createFolder();
  expect(repositoryId(commonDir)).toBeUndefined();
  expect(readdirSync(commonDir)).toEqual([]);

  const id = ensureRepositoryId(commonDir, 'shop');
  expect(id).toMatch(/^shop-[0-9a-f]{12}$/);
  expect([ensureRepositoryId(commonDir, 'renamed'), repositoryId(commonDir)]).toEqual([id, id]);
  expect(readdirSync(join(commonDir, 'spike-gate'))).toEqual(['id']);
  expect(statSync(join(commonDir, 'spike-gate/id')).mode & 0o777).toBe(0o600);
  expect(statSync(join(commonDir, 'spike-gate')).mode & 0o777).toBe(0o700);
});

test.each(['..', '/etc', 'a b/ü', '-rf', '', '.git', 'x'.repeat(300)])(
  'a folder named %j makes a plain name',
  (name) => {
    expect(ensureRepositoryId(createFolder(), name)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}-[0-9a-f]{12}$/);
  },
);

test.each(['../../elsewhere', 'a/b', '.hidden', ''])('an id that reads %j is refused', (text) => {
  const commonDir = createFolder();
  mkdirSync(join(commonDir, 'spike-gate'));
  writeFileSync(join(commonDir, 'spike-gate/id'), text);

  expect(refusalOf(() => repositoryId(commonDir))).toMatchObject({ code: 'unreadable' });
});

test('of many processes at once, all get the same id', async () => {
  const commonDir = createFolder();
  const program = await tsProgram('test/support/print-repository-id.ts');
  const ended = await Promise.all(
    Array.from({ length: 8 }, () => finish([process.execPath, program, commonDir], { cwd: commonDir, env: {} })),
  );

  expect(new Set(ended.map(({ stdout }) => stdout))).toEqual(new Set([repositoryId(commonDir)]));
});

test('what is noted for a branch is found for that branch alone, until it is forgotten', () => {
  const commonDir = createFolder();
  noteBranch(commonDir, 'spike/a', '/control/a');
  noteBranch(commonDir, 'spike/ü %2F', '/control/b');
  noteBranch(commonDir, 'spike/a', '/control/a2');

  expect(
    ['spike/a', 'spike/ü %2F', 'spike', 'spike%2Fa', 'x'.repeat(400)].map((branch) =>
      notedDirectory(commonDir, branch),
    ),
  ).toEqual(['/control/a2', '/control/b', undefined, undefined, undefined]);
  expect(readdirSync(join(commonDir, 'spike-gate'))).toEqual(['branches']);
  expect(readFileSync(join(commonDir, 'spike-gate/branches/spike%2Fa'), 'utf8')).toBe('/control/a2\n');
  forgetBranch(commonDir, 'spike/a');
  forgetBranch(commonDir, 'spike/a');
  expect(notedDirectory(commonDir, 'spike/a')).toBeUndefined();
});

test('a note that is no absolute path is none', () => {
  const commonDir = createFolder();
  noteBranch(commonDir, 'spike/a', 'somewhere');

  expect(notedDirectory(commonDir, 'spike/a')).toBeUndefined();
  expect(existsSync(join(commonDir, 'spike-gate/branches/spike%2Fa'))).toBe(true);
});
