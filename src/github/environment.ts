/** Pure: what the runner says of the job, from the variables it sets. */

import { SpikeError } from '../core/error.ts';
import { fullName, parseRepositoryName, type RepositoryName } from './repository-name.ts';

export interface RunnerEnvironment {
  readonly eventName: string;
  /** The file that holds the event's payload. */
  readonly eventPath: string;
  /** The repository whose workflow runs: the base, never the fork. */
  readonly repository: RepositoryName;
  /** Without a trailing slash, as all URLs here. */
  readonly serverUrl: string;
  readonly apiUrl: string;
  /** The page of this run. */
  readonly runUrl: string;
  /** A folder that the runner empties after the job. */
  readonly temporaryDirectory: string;
}

/** Throws `unreadable`, naming the variable, where one is missing or not as the runner sets it. */
export function parseRunnerEnvironment(variables: Readonly<Record<string, string | undefined>>): RunnerEnvironment {
  const variable = (name: string): string => {
    const value = variables[name];
    if (value !== undefined && value !== '') return value;
    throw new SpikeError('unreadable', `expected the variable ${name}, found none`, {
      hint: 'run this as a step of a GitHub Actions job; elsewhere, type `spike gate`',
    });
  };
  const repository = parseRepositoryName(variable('GITHUB_REPOSITORY'));
  const serverUrl = parseUrl('GITHUB_SERVER_URL', variable('GITHUB_SERVER_URL'));
  return {
    eventName: variable('GITHUB_EVENT_NAME'),
    eventPath: variable('GITHUB_EVENT_PATH'),
    repository,
    serverUrl,
    apiUrl: parseUrl('GITHUB_API_URL', variable('GITHUB_API_URL')),
    runUrl: `${serverUrl}/${fullName(repository)}/actions/runs/${parseRunId(variable('GITHUB_RUN_ID'))}`,
    temporaryDirectory: variable('RUNNER_TEMP'),
  };
}

function parseRunId(text: string): string {
  if (/^\d{1,20}$/.test(text)) return text;
  throw new SpikeError('unreadable', `expected GITHUB_RUN_ID to be digits, found ${JSON.stringify(text)}`);
}

/** Credentials in it would end up in a log; a query or fragment would swallow the path that is added. */
function parseUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const web = url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:');
  if (!web || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new SpikeError('unreadable', `expected ${name} to be a plain web address`);
  }
  return url.href.replace(/\/+$/, '');
}
