/** The journeys of README.md, typed as they stand there, with the built programs and real git. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
import { createWorkbench, type Result, type Workbench } from '../support/workbench.ts';
import { blocksOf, headingsOf, readPage, tableAfter } from './documents.ts';

interface Step {
  readonly typed: string;
  /** What README.md shows of its output. */
  readonly shown: readonly string[];
}

const blocks = blocksOf(readPage('README.md'));
const hypothesis = blocks.find(({ language }) => language === 'markdown')?.lines.join('\n') ?? '';

function stepsOf(journey: string): readonly Step[] {
  const steps: { typed: string; shown: string[] }[] = [];
  for (const line of blocks.find(({ mark }) => mark === `journey: ${journey}`)?.lines ?? []) {
    if (line.startsWith('$ ')) steps.push({ typed: line.slice(2), shown: [] });
    else steps.at(-1)?.shown.push(line);
  }
  return steps;
}

/** Lines are wrapped in the page, and times, ids and sizes are those of another day. */
function comparable(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME')
    .replace(/(?:\d+ hours? )?\d+ (?:minutes|seconds) left/g, 'TIME left')
    .replace(/\b[0-9a-f]{16}\b|\b[0-9a-f]{12}\b/g, 'ID')
    .replace(/\(\d+ bytes\)/g, '(N bytes)')
    .replace(/(?<= |^)\/\S+(?=\/users-email\/HYPOTHESIS\.md)/g, 'CONTROL')
    .trim();
}

/** A line that is not a continuation of the one before. */
function sentencesOf(shown: readonly string[]): readonly string[] {
  const sentences: string[] = [];
  for (const line of shown) {
    if (/^ {4}/.test(line) && sentences.length > 0) sentences.push(`${sentences.pop()} ${line}`);
    else sentences.push(line);
  }
  return sentences.map(comparable);
}

interface Place {
  cwd: string;
}

/** In a shell of its own; a `cd` in it holds for the steps after. */
function type(desk: Workbench, { typed }: Step, place: Place): Result {
  const script = `${typed.replace(/\s+#.*$/, '')}\nstatus=$?\npwd >"$HOME/where"\nexit "$status"\n`;
  const result = desk.run('sh', ['-c', script], { cwd: place.cwd, env: identity });
  place.cwd = readFileSync(join(process.env['HOME'] ?? '', 'where'), 'utf8').trim();
  if (/^spike new /.test(typed)) writeFileSync(result.stdout.trim(), `${hypothesis}\n`);
  return result;
}

const identity = {
  GIT_AUTHOR_NAME: 'Test Person',
  GIT_AUTHOR_EMAIL: 'person@test.invalid',
  GIT_COMMITTER_NAME: 'Test Person',
  GIT_COMMITTER_EMAIL: 'person@test.invalid',
};

/** Said by a comment in the page, else 0. */
function statusOf({ typed }: Step): number {
  return Number(/# .*exits (\d)/.exec(typed)?.[1] ?? 0);
}

function play(desk: Workbench, journey: string, place: Place): void {
  for (const step of stepsOf(journey)) {
    const { stdout, stderr, exitCode } = type(desk, step, place);
    const said = `${stdout}\n${stderr}`;
    expect(exitCode, `${step.typed}\n${said}`).toBe(statusOf(step));
    for (const sentence of sentencesOf(step.shown)) expect(comparable(said)).toContain(sentence);
  }
}

describe('the journey of README.md', () => {
  test('works when typed in an empty folder, to both its ends', () => {
    const desk = createWorkbench();
    const place: Place = { cwd: createFolder() };

    expect(stepsOf('ship').length + stepsOf('kill').length).toBeGreaterThan(20);
    play(desk, 'ship', place);
    play(desk, 'kill', place);
    expect(
      desk.run('git', ['branch', '--format=%(refname:short)'], { cwd: place.cwd }).stdout.split('\n').sort(),
    ).toEqual(['', 'main', 'spike-evidence/strict-check', 'spike/strict-check', 'spike/users-email']);
  });
});

describe('the JSON forms of SPEC.md', () => {
  const spec = readPage('SPEC.md');

  function keysOf(result: Result): readonly string[] {
    const value: unknown = JSON.parse(result.stdout);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  }

  function documented(line: string): readonly string[] {
    return tableAfter(spec, line).map(([key = '']) => key);
  }

  test('have the keys that the programs print, in that order', () => {
    const desk = createWorkbench();
    const place: Place = { cwd: createFolder() };
    const steps = stepsOf('ship');
    const begun = steps.findIndex(({ typed }) => typed.startsWith('spike new '));
    for (const step of steps.slice(0, begun + 1)) type(desk, step, place);
    const spike = (...args: readonly string[]): Result => desk.run('spike', args, { cwd: place.cwd, env: identity });

    expect(headingsOf(spec)).toContain('JSON');
    expect(keysOf(spike('start', '--json'))).toEqual(documented('`spike start --json`'));
    expect(keysOf(spike('status', '--json'))).toEqual(documented('`spike status --json`'));
    expect(keysOf(spike('ship', '--json', '-m', 'why'))).toEqual(
      documented('`spike ship --json`, where it is refused'),
    );
    expect(keysOf(spike('gate', '--json'))).toEqual(documented('`spike gate --json`'));
    expect(keysOf(spike('verify', '--json'))).toEqual(documented('`spike verify --json`, of a ledger or bundle'));
    desk.run('sh', ['-c', 'echo > broken.jsonl'], { cwd: place.cwd });
    expect(keysOf(spike('verify', '--json', 'broken.jsonl'))).toEqual(documented('`spike verify --json`, of one that'));
    expect(keysOf(spike('kill', '--json', '-m', 'why'))).toEqual(documented('`spike ship --json` and `spike kill'));
  });
});
