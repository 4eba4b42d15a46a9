import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LimitedEnding, withLimit } from '../../src/process/limited.ts';
import { createFolder } from '../support/git-fixture.ts';

function run(script: string, { milliseconds = 20_000, input = '' } = {}): Promise<LimitedEnding> {
  const tidy = (): void => undefined;
  const cwd = createFolder();
  return withLimit({ milliseconds, tidy }, (limited) =>
    limited({ argv: ['sh', '-c', script], cwd, env: process.env, input }),
  );
}

test('what a program says and how it ends is handed on', async () => {
  expect(await run('cat; echo err >&2; exit 3', { input: 'in\n' })).toEqual({
    status: 3,
    said: 'in\nerr\n',
    cut: false,
  });
  expect(await run('exit 0', { input: 'x'.repeat(1_000_000) })).toMatchObject({ status: 0 });
  expect(await run('kill -9 $$')).toMatchObject({ status: undefined, cut: false });
});

test('of very much, the end is kept', async () => {
  const { said } = await run('head -c 5000000 /dev/zero | tr "\\0" x; echo the end');

  expect(said.endsWith('xthe end\n')).toBe(true);
  expect(said.length).toBeLessThan(2_000_000);
});

test('what will not end is ended, with all that it has started', async () => {
  const pids = join(createFolder(), 'pids');
  const stubborn = `trap '' TERM; (trap '' TERM; while :; do sleep 600; done) & echo $! >'${pids}'; wait`;
  expect(await run(stubborn, { milliseconds: 500 })).toMatchObject({ status: undefined, cut: true });

  const pid = readFileSync(pids, 'utf8').trim();
  expect(await run(`ps -o stat= -p ${pid} | grep -v Z`)).toMatchObject({ said: '' });
});

test('a program that leaves another behind is not waited for', async () => {
  expect(await run('sleep 9 & echo done')).toMatchObject({ status: 0, said: 'done\n' });
});

test('one that is not there has no status, and tidying up is done all the same', async () => {
  let tidied = 0;
  const tidy = (): void => {
    tidied += 1;
  };
  const ending = await withLimit({ milliseconds: 1000, tidy }, (limited) =>
    limited({ argv: ['/no/such/program'], cwd: createFolder(), env: {} }),
  );

  expect(ending).toMatchObject({ status: undefined, cut: false });
  expect(ending.said).toContain('ENOENT');
  await expect(withLimit({ milliseconds: 1000, tidy }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(tidied).toBe(2);
});
