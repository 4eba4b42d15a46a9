import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createFixture } from 'fs-fixture';
import { expect, test } from 'vitest';

const TOP = join(import.meta.dirname, '..');

const CONFIG = `
import { reporter } from ${JSON.stringify(join(TOP, 'test/reporter.ts'))};
export default { test: { globals: true, reporters: ['default', reporter] } };
`;

const PASSES = "test('passes', () => expect(1).toBe(1));";
const FAILS = "test('fails', () => expect(1).toBe(2));";
const SKIPS = "test.skip('skips', () => expect(1).toBe(1));";

/** Runs the project's own vitest over `files`; gives the last line that it prints, and its exit status. */
async function runVitest(
  files: Readonly<Record<string, string>>,
): Promise<{ line: string | undefined; exit: number | null }> {
  await using fixture = await createFixture({ 'vitest.config.mjs': CONFIG, ...files });
  await symlink(join(TOP, 'node_modules'), fixture.getPath('node_modules'));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(TOP, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: fixture.path,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { line: output.trimEnd().split('\n').at(-1), exit: child.exitCode };
}

test('a run ends with the number of tests that passed and failed', async () => {
  const run = await runVitest({ 'a.test.ts': PASSES, 'b.test.ts': PASSES });

  expect(run).toEqual({ line: '2 passed, 0 failed', exit: 0 });
});

test('a failure and a skip are counted as what they are', async () => {
  const run = await runVitest({ 'a.test.ts': PASSES + FAILS + SKIPS });

  expect(run).toEqual({ line: '1 passed, 1 failed, 1 skipped', exit: 1 });
});

test.each([
  ['a file that cannot be collected', "throw new Error('found at import');", '1 passed, 1 failed'],
  ['a file without a test', 'export const nothing = 1;', '1 passed, 1 failed'],
  ['a hook', `beforeAll(() => { throw new Error('found in a hook'); }); ${PASSES}`, '1 passed, 1 failed, 1 skipped'],
  ['a promise that nobody waits for', `Promise.reject(new Error('found late')); ${PASSES}`, '2 passed, 1 failed'],
])('what breaks outside a test has failed: %s', async (_name, source, line) => {
  expect(await runVitest({ 'good.test.ts': PASSES, 'bad.test.ts': source })).toEqual({ line, exit: 1 });
});
