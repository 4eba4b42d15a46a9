/** A folder outside the repository for all that hooks are tried with: whatever happens, the repository is not written to. */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GitOptions, git } from '../../git/plumbing.ts';
import type { Repository } from '../repository.ts';

export interface Scratch {
  readonly folder: string;
  readonly index: string;
  /** A commit message. */
  readonly message: string;
  /** A bare repository, empty. */
  readonly remote: string;
}

export function makeScratch(): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spike-gate-doctor-')));
  return { folder, index: join(folder, 'index'), message: join(folder, 'message'), remote: join(folder, 'remote') };
}

export function removeScratch({ folder }: Scratch): void {
  rmSync(folder, { recursive: true, force: true });
}

export function fillScratch(scratch: Scratch, { repository, env }: { repository: Repository; env: NodeJS.ProcessEnv }) {
  writeFileSync(scratch.message, 'The canary of spike doctor\n');
  makeRemote(scratch, repository.top);
  if (repository.born) makeIndex({ cwd: repository.top, env: { ...env, GIT_INDEX_FILE: scratch.index } });
}

/** A push that changes nothing still asks for a repository with ids of the same kind. */
function makeRemote({ folder, remote }: Scratch, top: string): void {
  const format = git(['rev-parse', '--show-object-format'], { cwd: top }).toString().trim();
  const {
    GIT_DIR: _dir,
    GIT_WORK_TREE: _tree,
    GIT_COMMON_DIR: _common,
    GIT_OBJECT_DIRECTORY: _objects,
    ...env
  } = process.env;
  git(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, remote], { cwd: folder, env });
}

/** Writing an index runs a hook, and a split one lies in the repository in part. */
const QUIET = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.splitIndex=false'] as const;

/**
 * HEAD's, with nothing staged and every file taken for unchanged: formatters have nothing to format then, and a manager that puts
 * changes aside while hooks run has none to lose.
 */
function makeIndex(options: GitOptions): void {
  git([...QUIET, 'read-tree', 'HEAD'], options);
  const paths = git(['ls-files', '-z'], options);
  if (paths.length > 0)
    git([...QUIET, 'update-index', '-z', '--assume-unchanged', '--stdin'], { ...options, input: paths });
}
