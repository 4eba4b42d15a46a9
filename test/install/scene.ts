/** A repository to install into, and all that lies in it as one value to compare. */

import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Initialised, initialise } from '../../src/install/init.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { createFolder, createRepository, type TestRepository } from '../support/git-fixture.ts';

export interface Scene {
  readonly repository: TestRepository;
  readonly init: (...flags: readonly Flag[]) => Initialised;
  readonly everything: () => Readonly<Record<string, string>>;
}

export type Flag = 'dryRun' | 'uninstall' | 'agents';

export function emptyScene(): Scene {
  return sceneOf(createRepository());
}

/** With one commit on `main`. */
export function scene(): Scene {
  const repository = createRepository();
  repository.commit('first', { 'a.txt': 'a\n' });
  return sceneOf(repository);
}

export function sceneOf(repository: TestRepository): Scene {
  const home = createFolder();
  return {
    repository,
    init: (...flags) =>
      initialise({
        cwd: repository.path,
        env: { SPIKE_HOME: home },
        world: thisMachine(),
        dryRun: flags.includes('dryRun'),
        uninstall: flags.includes('uninstall'),
        agents: flags.includes('agents'),
      }),
    everything: () => everythingIn(repository.path),
  };
}

/** Each file, link and folder with its mode and its bytes, git's own included. */
export function everythingIn(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) found[name] = `link to ${readlinkSync(path)}`;
    else found[name] = stat.isDirectory() ? `folder ${mode}` : `${mode} ${readFileSync(path, 'latin1')}`;
  }
  return found;
}
