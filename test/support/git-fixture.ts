/** A real, throw-away git repository, the same on every machine: fixed identity and dates, no configuration but its own. */

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

interface RepositoryOptions {
  readonly objectFormat?: 'sha1' | 'sha256';
  readonly bare?: boolean;
  /** Leaves `user.name` and `user.email` unset. */
  readonly anonymous?: boolean;
}

export interface TestRepository {
  /** The real path of the top of the working tree. */
  readonly path: string;
  /** Runs git here; gives what it printed, without the last line feed. Throws when it fails. */
  readonly git: (...args: readonly string[]) => string;
  /** Runs git here with more in its environment, and gives the bytes that it printed. */
  readonly gitWith: (options: GitCall, ...args: readonly string[]) => Buffer;
  /** Writes a file, its folders too; gives its absolute path. `mode` 0o755 makes it executable. */
  readonly write: (path: string | Uint8Array, content: string | Uint8Array, mode?: number) => string;
  readonly link: (path: string, to: string) => void;
  readonly remove: (path: string) => void;
  /** Stages everything and commits, a second later than the commit before; gives the commit's id. */
  readonly commit: (message: string, files?: Readonly<Record<string, string | Uint8Array>>) => string;
  /** Makes a branch and switches to it. */
  readonly branch: (name: string, at?: string) => void;
}

interface GitCall {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
}

/** Some day at noon, in UTC. */
const FIRST_COMMIT = 1_750_000_000;

const ISOLATED = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };

/** A folder that is gone when the test is finished. */
export function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spike-gate-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty repository on branch `main`; gone when the test is finished. */
export function createRepository({
  objectFormat = 'sha1',
  bare = false,
  anonymous = false,
}: RepositoryOptions = {}): TestRepository {
  const repository = repositoryAt(createFolder());
  repository.git(
    'init',
    '--quiet',
    '--initial-branch=main',
    `--object-format=${objectFormat}`,
    ...(bare ? ['--bare'] : []),
  );
  if (!anonymous) {
    repository.git('config', 'user.name', 'Test Person');
    repository.git('config', 'user.email', 'person@test.invalid');
  }
  return repository;
}

/** The same helpers for a repository that is already there: a clone, a linked worktree. */
export function repositoryAt(path: string): TestRepository {
  let now = FIRST_COMMIT;

  const gitWith: TestRepository['gitWith'] = ({ cwd = path, env = {}, input }, ...args) => {
    const date = `${now} +0000`;
    return execFileSync('git', args, {
      cwd,
      env: { ...process.env, ...ISOLATED, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(input === undefined ? {} : { input }),
    });
  };
  const git: TestRepository['git'] = (...args) =>
    gitWith({}, ...args)
      .toString()
      .replace(/\n$/, '');

  const write: TestRepository['write'] = (name, content, mode = 0o644) => {
    const file = typeof name === 'string' ? join(path, name) : Buffer.concat([Buffer.from(`${path}/`), name]);
    if (typeof file === 'string') mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file.toString();
  };

  return {
    path,
    git,
    gitWith,
    write,
    link(name, to) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      symlinkSync(to, join(path, name));
    },
    remove: (name) => rmSync(join(path, name), { recursive: true }),
    commit(message, files = {}) {
      for (const [name, content] of Object.entries(files)) write(name, content);
      now += 1;
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    branch: (name, at = 'HEAD') => void git('switch', '--quiet', '--create', name, at),
  };
}
