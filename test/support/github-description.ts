/** GitHub's own OpenAPI description, cut down to the operations that the test server speaks, as a judge of requests and responses. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Document, OpenAPIBackend, type Request } from 'openapi-backend';

type Json = Record<string, unknown>;

export interface ReceivedRequest {
  readonly method: string;
  /** From the API's root. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined where there was none. */
  readonly body: unknown;
}

export interface SentResponse {
  readonly status: number;
  readonly body?: unknown;
}

export interface Operation {
  /** `GET /repos/{owner}/{repo}`. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** What the description says against the request, one line each. */
  readonly complaints: readonly string[];
  /** The same for the response to it. */
  readonly complaintsAbout: (response: SentResponse) => readonly string[];
}

export interface Description {
  readonly match: (request: ReceivedRequest) => Operation | undefined;
}

/** The formats that the description uses. */
const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  int64: { type: 'number', validate: Number.isSafeInteger },
} as const;

export async function loadDescription(routes: readonly string[]): Promise<Description> {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@octokit/openapi/generated/api.github.com.json');
  const pruned = prune(JSON.parse(readFileSync(path, 'utf8')), routes);
  const api = new OpenAPIBackend({ definition: pruned, quick: true, ajvOpts: { allErrors: true, formats: FORMATS } });
  await api.init();
  return {
    match: (request) => {
      const asked: Request = {
        method: request.method,
        path: request.path,
        query: { ...request.query },
        headers: { ...request.headers },
        body: request.body,
      };
      const operation = api.router.matchOperation(asked);
      if (operation === undefined) return undefined;
      const route = `${operation.method.toUpperCase()} ${operation.path}`;
      const { errors } = api.validator.validateRequest(asked, operation);
      return {
        route,
        parameters: api.router.parseRequest(asked, operation).params,
        complaints: lines(`request ${route}`, errors),
        complaintsAbout: ({ status, body }) => {
          const about = `response ${status} to ${route}`;
          const described = Object.hasOwn(operation.responses ?? {}, String(status));
          // Any operation may be refused in ways that the description does not list one by one.
          if (!described) return status >= 400 && isBasicError(body) ? [] : [`${about}: not described`];
          return lines(about, api.validator.validateResponse(body ?? null, operation, status).errors);
        },
      };
    },
  };
}

interface Complaint {
  readonly instancePath: string;
  readonly message?: string;
}

function lines(about: string, complaints: readonly Complaint[] | null | undefined): string[] {
  return (complaints ?? []).map(
    ({ instancePath, message }) => `${about}: ${instancePath || '/'} ${message ?? 'is wrong'}`,
  );
}

function isBasicError(body: unknown): boolean {
  return isObject(body) && typeof body['message'] === 'string';
}

/** The operations named, and every component they reach. The whole description takes seconds to compile; this takes milliseconds. */
function prune(whole: Json, routes: readonly string[]): Document {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const operation = dig(whole, ['paths', path, method.toLowerCase()]);
    if (!isObject(operation)) throw new Error(`GitHub describes no ${route}`);
    paths[path] = { ...paths[path], [method.toLowerCase()]: withoutExamples(operation) };
  }
  const components: Record<string, Record<string, unknown>> = {};
  const waiting = references(paths);
  for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
    const [kind = '', name = ''] = reference.replace('#/components/', '').split('/');
    if (components[kind]?.[name] !== undefined) continue;
    const component = corrected(name, withoutExamples(dig(whole, ['components', kind, name])));
    components[kind] = { ...components[kind], [name]: component };
    waiting.push(...references(component));
  }
  return { openapi: '3.0.3', info: { title: 'GitHub, in part', version: '1' }, paths, components };
}

/** The description leaves out that a head's repository and owner are null once the fork is gone; GitHub answers so. */
function corrected(name: string, schema: unknown): unknown {
  if (name !== 'pull-request' && name !== 'pull-request-simple') return schema;
  const head = dig(schema, ['properties', 'head', 'properties']);
  if (!isObject(head)) throw new Error(`GitHub describes no head in ${name}`);
  for (const key of ['repo', 'user']) head[key] = { anyOf: [head[key], { enum: [null] }] };
  return schema;
}

function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => !(key === 'examples' && !isSchema(inner)) && !key.startsWith('x-'),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutExamples(inner)]));
}

/** A property may itself be called `examples`. */
function isSchema(value: unknown): boolean {
  return isObject(value) && (typeof value['type'] === 'string' || typeof value['$ref'] === 'string');
}

function references(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
}

function dig(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
