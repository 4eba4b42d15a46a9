/** The package as npm makes it, installed into a project of its own, and called as README.md says. Nothing is downloaded. */

import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/core/version.ts';
import { createFolder, repositoryAt } from '../support/git-fixture.ts';
import { blocksOf, readPage, TOP } from './documents.ts';

function npmEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    npm_config_cache: createFolder(),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
}

/** `scripts` would build, below the feet of the tests that run meanwhile. */
function pack(env: NodeJS.ProcessEnv): string {
  const folder = createFolder();
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: TOP, env, stdio: 'pipe' });
  const [name = ''] = readdirSync(folder);
  return join(folder, name);
}

test('a project that has it as a dependency calls both programs by npx, options that come first included', () => {
  const env = npmEnvironment();
  const project = createFolder();
  repositoryAt(project).write('package.json', '{ "name": "shop", "version": "1.0.0", "private": true }\n');
  execFileSync('npm', ['install', '--save-dev', pack(env)], { cwd: project, env, stdio: 'pipe' });
  const calls = blocksOf(readPage('README.md'))
    .flatMap(({ lines }) => lines)
    .filter((line) => line.startsWith('npx '));

  expect(calls).toHaveLength(2);
  for (const call of calls) {
    const [npx = '', ...args] = call.replace('<command>', '--version').split(' ');
    const { status, stdout } = spawnSync(npx, args, { cwd: project, env, encoding: 'utf8' });
    expect({ call, status, stdout }).toEqual({ call, status: 0, stdout: `${VERSION}\n` });
  }
});

test('what is packed holds the programs, the hooks and the Action, and nothing that a machine has made of them', () => {
  const listed = execFileSync('tar', ['-tzf', pack(npmEnvironment())], { encoding: 'utf8' })
    .trim()
    .split('\n');

  expect(listed).toEqual(
    expect.arrayContaining([
      'package/dist/cli/spike.cjs',
      'package/dist/cli/spike-commands.js',
      'package/dist/cli/spike-hook-body.cjs',
      'package/dist/cli/spike-run.cjs',
      'package/dist/cli/spike-run-body.cjs',
      'package/dist/action/index.js',
      'package/hooks/gate.sh',
    ]),
  );
  expect(listed.filter((path) => /\.cjs\.|\/(?:src|test|node_modules)\//.test(path))).toEqual([]);
});

test('a build that fails leaves the bundle of the Action', () => {
  const folder = createFolder();
  const copy = repositoryAt(folder);
  copy.write('package.json', readPage('package.json'));
  copy.write('dist/action/index.js', 'kept\n');
  const { status } = spawnSync('npm', ['pack'], { cwd: folder, env: npmEnvironment(), encoding: 'utf8' });

  expect(status).not.toBe(0);
  expect(readdirSync(join(folder, 'dist/action'))).toEqual(['index.js']);
});
