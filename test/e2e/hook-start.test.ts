/** How the program starts for a hook: from what was compiled before, and never with a stack trace. */

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
import { createReadyWorkbench, type Workbench } from '../support/workbench.ts';

const DIST = resolve(import.meta.dirname, '../../dist/cli');
const BODY = 'spike-hook-body.cjs';
const COMPILED = `${BODY}.${process.version}-${process.arch}`;

interface Installed {
  readonly folder: string;
  /** Asks as git does before a commit; gives what was said, and the message then. */
  readonly ask: (bench: Workbench, name?: string) => { status: number | null; stderr: string; message: string };
}

/** The program in a folder of its own, without its other commands. */
function installed(): Installed {
  const folder = createFolder();
  for (const name of ['spike.cjs', BODY]) copyFileSync(join(DIST, name), join(folder, name));
  return {
    folder,
    ask({ path, env, write }, name = 'prepare-commit-msg') {
      const file = write('.git/MESSAGE', 'Answer\n');
      const args = [join(folder, 'spike.cjs'), 'hook', name, '.git/MESSAGE', 'message'];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: path, env, encoding: 'utf8' });
      return { status, stderr, message: readFileSync(file, 'utf8') };
    },
  };
}

function startedSpike(): Workbench {
  const bench = createReadyWorkbench();
  bench.hypothesise({});
  expect(bench.spike('start').exitCode).toBe(0);
  return bench;
}

const PASSED = {
  status: 0,
  stderr: '',
  message: expect.stringMatching(/^Answer\n\nSpike: users-email\/1 0:[0-9a-f]{12}\n$/),
};

test('what the engine compiled is kept once a commit was judged, and not believed where it was damaged', () => {
  const bench = startedSpike();
  const { folder, ask } = installed();
  bench.git('switch', '--quiet', '--detach');
  expect(ask(bench)).toEqual({ status: 0, stderr: '', message: 'Answer\n' });
  expect(readdirSync(folder)).not.toContain(COMPILED);

  bench.git('switch', '--quiet', 'spike/users-email');
  expect(ask(bench)).toEqual(PASSED);
  const kept = readFileSync(join(folder, COMPILED));
  expect(ask(bench)).toEqual(PASSED);
  expect(readFileSync(join(folder, COMPILED))).toEqual(kept);

  for (const bytes of [kept.with(5000, (kept[5000] ?? 0) ^ 0x40), kept.subarray(0, -1), Buffer.alloc(0)]) {
    writeFileSync(join(folder, COMPILED), bytes);
    expect(ask(bench)).toEqual(PASSED);
  }
});

test('what is staged outside the paths is refused by the same start', () => {
  const bench = startedSpike();
  const { folder, ask } = installed();
  bench.write('elsewhere.txt', 'x');
  bench.git('add', 'elsewhere.txt');
  const { status, stderr, message } = ask(bench);

  expect({ status, message }).toEqual({ status: 1, message: 'Answer\n' });
  expect(stderr).toContain('elsewhere.txt');
  expect(existsSync(join(folder, COMPILED))).toBe(false);
});

test('a hook that this version does not know, and a package that is not whole, are told in a line and a hint', () => {
  const bench = startedSpike();
  const { folder, ask } = installed();
  const told = /^spike: error: .*\nspike: hint: .*\n$/;

  expect(ask(bench, 'post-commit')).toMatchObject({ status: 2, stderr: expect.stringMatching(told) });
  writeFileSync(join(folder, BODY), 'exports.other = 1;');
  expect(ask(bench)).toMatchObject({ status: 1, stderr: expect.stringMatching(told) });
  rmSync(join(folder, BODY));
  expect(ask(bench)).toMatchObject({ status: 1, stderr: expect.stringMatching(told) });
});
