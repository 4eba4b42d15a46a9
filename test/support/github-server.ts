/**
 * GitHub on loopback, for tests: the operations that the Action uses, held in memory, each request and response judged by
 * GitHub's own OpenAPI description, and git over smart HTTP beside them.
 *
 * A test ends with `expect(github.violations).toEqual([])` and `await github.close()`.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Description, loadDescription, type ReceivedRequest } from './github-description.ts';
import { createFaults, type Faults } from './github-faults.ts';
import { serveGit, updatePullRefs } from './github-git.ts';
import { type Answer, answer, mayRead, notFound, OPERATIONS, refusal } from './github-operations.ts';
import { createSeeds, type Seeds } from './github-seeds.ts';
import { createState, type Grant, type State } from './github-state.ts';
import type { Addresses } from './github-values.ts';

/** Where GitHub Enterprise Server has its API; github.com has a host of its own. */
const API = '/api/v3';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number | 'drop';
}

export interface GitHubServer extends Seeds, Pick<Faults, 'fail' | 'interrupt'> {
  /** GITHUB_SERVER_URL. */
  readonly url: string;
  /** GITHUB_API_URL. */
  readonly apiUrl: string;
  /** Every call to the API, in order. */
  readonly calls: readonly Call[];
  /** What GitHub's description says against the calls and the answers; empty when all is well. */
  readonly violations: readonly string[];
  readonly close: () => Promise<void>;
}

/** Read and compiled once for all the servers of a test file. */
let description: Promise<Description> | undefined;

interface ServerOptions {
  /** Where the whole server stands below its host, such as `/github`. */
  readonly root?: string;
}

export async function startGitHub({ root = '' }: ServerOptions = {}): Promise<GitHubServer> {
  description ??= loadDescription(Object.keys(OPERATIONS));
  const folder = await mkdtemp(join(tmpdir(), 'github-'));
  const state = createState();
  const faults = createFaults();
  const calls: Call[] = [];
  const violations: string[] = [];
  const addresses = { server: '', api: '' };
  const context: Context = {
    description: await description,
    state,
    faults,
    calls,
    violations,
    addresses,
    queue: { last: Promise.resolve() },
    root,
  };
  const server = createServer((request, response) => {
    handle(context, request, response).catch((error: unknown) => {
      violations.push(`the test server failed: ${error instanceof Error ? error.stack : String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the test server has no port');
  addresses.server = `http://127.0.0.1:${bound.port}${root}`;
  addresses.api = `${addresses.server}${API}`;
  return {
    url: addresses.server,
    apiUrl: addresses.api,
    calls,
    violations,
    fail: faults.fail,
    interrupt: faults.interrupt,
    ...createSeeds({ state, addresses, folder }),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Context {
  readonly description: Description;
  readonly state: State;
  readonly faults: Faults;
  readonly calls: Call[];
  readonly violations: string[];
  readonly addresses: Addresses;
  readonly queue: { last: Promise<void> };
  readonly root: string;
}

async function handle(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', context.addresses.server);
  if (!url.pathname.startsWith(`${context.root}${API}/`)) return handleGit(context, { request, response, url });
  const received = await receive(request, { url, api: `${context.root}${API}` });
  const { method, path, query, body } = received;
  const given = await handleApi(context, received, url);
  context.calls.push({ method, path, query, body, status: given === 'drop' ? given : given.status });
  if (given === 'drop') {
    response.destroy();
    return;
  }
  const headers = { 'content-type': 'application/json; charset=utf-8', ...given.headers };
  response.writeHead(given.status, headers);
  response.end(given.body === undefined ? undefined : JSON.stringify(given.body));
}

interface Received {
  readonly url: URL;
  /** Path of the API's root. */
  readonly api: string;
}

async function receive(request: IncomingMessage, { url, api }: Received): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? 'GET',
    path: url.pathname.slice(api.length),
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: text === '' ? undefined : JSON.parse(text),
  };
}

async function handleApi(context: Context, received: ReceivedRequest, url: URL): Promise<Answer | 'drop'> {
  const { description, state, faults, violations, addresses } = context;
  const operation = description.match(received);
  if (operation === undefined) {
    violations.push(`${received.method} ${received.path}: not an operation that is served here`);
    return notFound();
  }
  violations.push(...operation.complaints);
  const grant = grantOf(state, received.headers['authorization']);
  if (grant === 'unknown') return refusal(401, 'Bad credentials');
  const given = await faults.around(received.method, received.path, () => {
    const { parameters } = operation;
    return answer(operation.route, { state, addresses, url, parameters, body: received.body, grant });
  });
  if (given !== 'drop') violations.push(...operation.complaintsAbout(given));
  return given;
}

/** `token X` and `bearer X` for the API, `basic` with any name and the token as password for git. */
function grantOf(state: State, header: string | undefined): Grant | 'unknown' | undefined {
  if (header === undefined) return undefined;
  const [scheme = '', value = ''] = header.split(' ');
  const basic = scheme.toLowerCase() === 'basic';
  const token = basic
    ? Buffer.from(value, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, '')
    : value;
  return state.grants.get(token) ?? 'unknown';
}

interface GitRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** Fetching only. As on GitHub, a repository that may not be read asks for a password, and a wrong one is refused even where none is needed. */
async function handleGit({ state, queue, root }: Context, { request, response, url }: GitRequest): Promise<void> {
  const [, name = '', service = ''] =
    /^\/([^/]+\/[^/]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack)$/.exec(url.pathname.slice(root.length)) ?? [];
  const repository = state.repositories.get(name.toLowerCase());
  const grant = grantOf(state, request.headers.authorization);
  if (repository === undefined || grant === 'unknown' || !mayRead(repository, grant)) {
    request.resume();
    const known = grant !== undefined && grant !== 'unknown';
    response.writeHead(known ? 404 : 401, known ? {} : { 'www-authenticate': 'Basic realm="GitHub"' });
    response.end();
    return;
  }
  if (service === '/info/refs') {
    // One at a time: git locks each ref that it writes.
    queue.last = queue.last.then(() => updatePullRefs(repository));
    await queue.last;
  }
  await serveGit(repository.gitDirectory, { request, response, url, service });
}
