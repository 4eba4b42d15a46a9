/** Git behind the test server: bare repositories, the refs that GitHub keeps for pull requests, and smart HTTP through `git http-backend`. */

import { execFile, spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { StoredPull, StoredRepository } from './github-state.ts';

const run = promisify(execFile);

const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Merge',
  GIT_AUTHOR_EMAIL: 'merge@example.invalid',
  GIT_COMMITTER_NAME: 'Merge',
  GIT_COMMITTER_EMAIL: 'merge@example.invalid',
};

async function git(directory: string, arguments_: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['--git-dir', directory, ...arguments_], { env: ENVIRONMENT });
  return stdout.trim();
}

/** Serves what GitHub serves: any commit by its id, and filtered fetches. Pushes go to the folder, not over HTTP. */
export async function createBareRepository(directory: string, defaultBranch: string): Promise<void> {
  await run('git', ['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`, directory], {
    env: ENVIRONMENT,
  });
  await git(directory, ['config', 'uploadpack.allowFilter', 'true']);
  await git(directory, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
}

export async function readBranch(directory: string, branch: string): Promise<string | undefined> {
  return git(directory, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]).catch(() => undefined);
}

export interface StoredRef {
  /** `refs/heads/main`. */
  readonly name: string;
  readonly sha: string;
}

/** All whose names begin so, as GitHub matches them: `heads/release` finds `refs/heads/release-2` too. */
export async function readMatchingRefs(directory: string, beginning: string): Promise<readonly StoredRef[]> {
  const all = await git(directory, ['for-each-ref', '--format=%(objectname) %(refname)']);
  return all.split('\n').flatMap((line) => {
    const [sha = '', name = ''] = line.split(' ');
    return name.startsWith(`refs/${beginning}`) ? [{ name, sha }] : [];
  });
}

/** Follows pushes to the heads of open pull requests. */
export async function followHeads(repository: StoredRepository): Promise<void> {
  for (const pull of repository.pulls) {
    if (pull.state !== 'open' || pull.headFixed || pull.headRepository === null) continue;
    pull.headSha = (await readBranch(pull.headRepository.gitDirectory, pull.headRef)) ?? pull.headSha;
  }
}

/** Brings `refs/pull/N/head` and `refs/pull/N/merge` up to date; a head whose fork or branch is gone stays where it was. */
export async function updatePullRefs(repository: StoredRepository): Promise<void> {
  await followHeads(repository);
  for (const pull of repository.pulls) {
    if (pull.state === 'open' && !pull.headFixed) await updatePullRef(repository.gitDirectory, pull);
  }
}

async function updatePullRef(
  directory: string,
  { headRepository, number, headSha, baseRef }: StoredPull,
): Promise<void> {
  const [base, head] = [`refs/heads/${baseRef}`, `refs/pull/${number}/head`];
  if (headRepository !== null) {
    await git(directory, ['fetch', '--quiet', '--no-tags', headRepository.gitDirectory, `+${headSha}:${head}`]);
  }
  try {
    const tree = await git(directory, ['merge-tree', '--write-tree', base, head]);
    const merge = await git(directory, [
      'commit-tree',
      tree,
      '-p',
      base,
      '-p',
      head,
      '-m',
      `Merge ${head} into ${base}`,
    ]);
    await git(directory, ['update-ref', `refs/pull/${number}/merge`, merge]);
  } catch {
    // Conflicts: GitHub leaves the last merge that worked, or none.
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** From the repository's folder: `/info/refs` or `/git-upload-pack`. */
  readonly service: string;
}

/** Answers one request as a web server with CGI does. */
export function serveGit(directory: string, { request, response, url, service }: Exchange): Promise<void> {
  const { promise, resolve, reject } = deferred();
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...ENVIRONMENT,
      GIT_PROJECT_ROOT: directory,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: service,
      REQUEST_METHOD: request.method ?? 'GET',
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  // The backend may close its end before the whole body is read; the client sees the response either way.
  backend.stdin.on('error', () => request.unpipe());
  let head = Buffer.alloc(0);
  let headed = false;
  backend.stdout.on('data', (chunk: Buffer) => {
    if (headed) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    headed = true;
    writeHead(response, head.subarray(0, end).toString('latin1'));
    response.write(head.subarray(end + 4));
  });
  backend.on('error', reject);
  backend.on('close', () => {
    if (!headed) response.statusCode = 500;
    response.end();
    resolve();
  });
  return promise;
}

function writeHead(response: ServerResponse, head: string): void {
  for (const line of head.split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10);
    else if (name !== '') response.setHeader(name, value);
  }
}

function deferred() {
  let resolve = (): void => undefined;
  let reject = (_reason: unknown): void => undefined;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
