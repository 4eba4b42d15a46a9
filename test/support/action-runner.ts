/** Builds the Action as the package's own build does, and runs it as GitHub's runner does. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import configurations from '../../rolldown.config.ts';
import { createFolder } from './git-fixture.ts';
import type { GitHubServer } from './github-server.ts';
import { finish } from './spike-fixture.ts';

export interface Action {
  readonly run: (job: Job) => Promise<Outcome>;
  readonly remove: () => void;
}

interface Job {
  readonly github: GitHubServer;
  readonly repository: string;
  /** Of the pull request. */
  readonly number: number;
  /** One that may comment, unless said. */
  readonly token?: string;
  readonly eventName?: string;
  /** Text of the event's payload: of the pull request as it is now, unless said. */
  readonly payload?: string;
  /** As the workflow writes them, under `with`. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Over what the runner sets; undefined takes a variable away. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What the runner takes out of the log, in order. */
  readonly commands: readonly Command[];
  /** What was left in the job's folder for temporary files. */
  readonly leftovers: readonly string[];
}

export interface Command {
  readonly name: string;
  readonly properties: string;
  readonly message: string;
}

/** Call `remove` when the tests are over. */
export async function buildAction(): Promise<Action> {
  const folder = mkdtempSync(join(tmpdir(), 'spike-gate-action-'));
  for (const { output = [], ...input } of configurations) {
    for (const options of [output].flat().filter(({ dir }) => dir === 'dist/action')) {
      const bundle = await rolldown(input);
      await bundle.write({ ...options, dir: folder });
      await bundle.close();
    }
  }
  return {
    run: (job) => runAction(join(folder, 'index.js'), job),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function runAction(program: string, job: Job): Promise<Outcome> {
  const folder = createFolder();
  const { github, repository, number } = job;
  const write = (name: string, text = ''): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const event = write('event.json', job.payload ?? JSON.stringify(github.pullRequestEvent({ repository, number })));
  const [output, summary, state] = [write('output'), write('summary'), write('state')];
  const temporary = join(folder, 'temp');
  mkdirSync(temporary);
  const inputs = { token: job.token ?? github.grantToken(), comment: 'true', author: '', ...job.inputs };
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: job.eventName ?? 'pull_request_target',
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_STATE: state,
    GITHUB_REPOSITORY: repository,
    GITHUB_SERVER_URL: github.url,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_RUN_ID: '4711',
    RUNNER_TEMP: temporary,
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    ...job.variables,
  };
  const { code, stdout, stderr } = await finish([process.execPath, program], { cwd: folder, env });
  return {
    exitCode: code,
    stdout,
    stderr,
    outputs: parseOutputs(readFileSync(output, 'utf8')),
    summary: readFileSync(summary, 'utf8'),
    commands: commandsIn(stdout),
    leftovers: readdirSync(temporary),
  };
}

/** `name<<mark`, lines, `mark`, as the runner reads the file. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [name, mark] = (lines[at] ?? '').split('<<');
    if (name === undefined || mark === undefined) continue;
    const end = lines.indexOf(mark, at + 1);
    outputs[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return outputs;
}

/** The runner's own rules: lines end at CR too, `::name` after blanks, else `##[name` anywhere. */
function commandsIn(stdout: string): readonly Command[] {
  return stdout.split(/\r\n|\n|\r/).flatMap((line) => {
    const [, name, properties = '', message = ''] = /^\s*::([a-z-]+)(?: (.*?))?::(.*)$/i.exec(line) ?? [];
    if (name !== undefined) return [{ name, properties, message: unescapeData(message) }];
    const [, old] = /##\[([a-z-]+)/i.exec(line) ?? [];
    return old === undefined ? [] : [{ name: old, properties: '', message: line }];
  });
}

function unescapeData(text: string): string {
  return text.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%');
}
