import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { expect, test } from 'vitest';

test('tests see nothing of the environment they were started from', () => {
  const leaked = Object.keys(process.env).filter((name) =>
    /^(GIT|SPIKE|GITHUB|INPUT|XDG|npm|https?_proxy)_?/i.test(name),
  );

  expect(leaked.sort()).toEqual(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_NOSYSTEM']);
  expect(process.env).toMatchObject({ TZ: 'UTC', LC_ALL: 'C.UTF-8' });
  expect(homedir()).toContain('spike-gate-home-');
});

test('git knows nobody unless a test says who commits', () => {
  const known = execFileSync('git', ['config', '--list', '--show-origin'], { cwd: homedir(), encoding: 'utf8' });

  expect(known).toBe('');
});
