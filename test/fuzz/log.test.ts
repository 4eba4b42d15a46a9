import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { publish } from '../../src/action/runner.ts';
import type { CheckReport } from '../../src/gate/github-report.ts';
import type { Annotation } from '../../src/report/annotations.ts';
import { escapeWorkflowCommand } from '../../src/report/escape.ts';
import { UNSEEN } from '../support/break-out.ts';
import { hostileTexts } from '../support/hostile-text.ts';
import { type RunnerCommand, readOutputs, runnerCommands, runnerLines } from '../support/runner-commands.ts';

const TEXTS = hostileTexts(100_000, 5);
const NOTHING: CheckReport = {
  verdict: 'passed',
  decision: '',
  findings: '[]',
  commentUrl: '',
  summary: '',
  errors: [],
  notices: [],
  log: [],
};

/** One for all, since the library that writes the summary asks for its place once. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spike-gate-log-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Published {
  readonly log: string;
  readonly outputs: string;
  readonly summary: string;
}

/** What the runner gets to read. */
async function published(report: Partial<CheckReport>, { outputs = true } = {}): Promise<Published> {
  const [output, summary] = ['output', 'summary'].map((name) => join(folder, name));
  if (output === undefined || summary === undefined) throw new Error('expected two names');
  for (const file of [output, summary]) writeFileSync(file, '');
  vi.stubEnv('GITHUB_OUTPUT', outputs ? output : '');
  vi.stubEnv('GITHUB_STEP_SUMMARY', summary);
  const written: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  await publish({ ...NOTHING, ...report });
  stdout.mockRestore();
  return { log: written.join(''), outputs: readFileSync(output, 'utf8'), summary: readFileSync(summary, 'utf8') };
}

describe('what a runner obeys', () => {
  test.each([
    ['::error file=a%2Cb,line=3::x%0Ay', { name: 'error', properties: { file: 'a,b', line: '3' }, data: 'x\ny' }],
    ['\u00a0\u2028\t::add-mask::x', { name: 'add-mask', properties: {}, data: 'x' }],
    ['a ##[set-env name=A;b=c]d', { name: 'set-env', properties: { name: 'A', b: 'c' }, data: 'd' }],
    ['::x ##[group]y', { name: 'group', properties: {}, data: 'y' }],
  ])('%j', (line, command) => {
    expect(runnerCommands(`said\r${line}\nand on`)).toEqual([command]);
  });

  test.each(['x ::error::y', ': :error::y', '::error', '##[error', '## [error]'])('and not %j', (line) => {
    expect(runnerCommands(line)).toEqual([]);
  });
});

test('of 100,000 texts none makes a line of its own, is obeyed, or hides something', () => {
  const wrong = TEXTS.map(escapeWorkflowCommand).filter(
    (line) => runnerLines(line).length !== 1 || runnerCommands(line).length > 0 || UNSEEN.test(line),
  );
  expect(wrong).toEqual([]);
});

test('of 100,000 lines of the log the runner obeys none', async () => {
  const { log } = await published({ log: TEXTS });

  expect(runnerCommands(log)).toEqual([]);
  expect(runnerLines(log)).toEqual([...TEXTS.map(escapeWorkflowCommand), '']);
});

test('of 100,000 texts beside the diff the runner obeys what was meant, and shows nothing else that it would obey', async () => {
  const annotations = TEXTS.map((text, index): Annotation => {
    const title = TEXTS[(index + 1) % TEXTS.length] ?? '';
    const placed = index % 2 === 0 ? { file: TEXTS[(index + 2) % TEXTS.length] ?? '', line: 3 } : {};
    return { title, message: `${text}\nTo do: ${title}`, ...placed };
  });
  const half = annotations.length / 2;
  const { log } = await published({ errors: annotations.slice(0, half), notices: annotations.slice(half) });
  const commands = runnerCommands(log);
  const wrong = annotations.filter((annotation, index) => {
    const command = commands[index];
    return command === undefined || command.name !== (index < half ? 'error' : 'notice') || !says(command, annotation);
  });

  expect(commands).toHaveLength(annotations.length);
  expect(wrong).toEqual([]);
});

function says({ properties, data }: RunnerCommand, { title, file }: Annotation): boolean {
  // A place that cannot be said as it is names no line at all.
  const placed = file !== undefined && escapeWorkflowCommand(file) === file;
  const expected = { title: escapeWorkflowCommand(title), ...(placed ? { file, line: '3' } : {}) };
  return (
    Object.keys(properties).join() === Object.keys(expected).join() &&
    Object.values(properties).join().trimEnd() === Object.values(expected).join().trimEnd() &&
    // It is written into the log again, where nothing but its first line has a label before it.
    runnerCommands(data).length === 0 &&
    !UNSEEN.test(data)
  );
}

test('an output holds its text and sets no other, whatever is in it', async () => {
  for (const text of TEXTS.slice(0, 300)) {
    // A file holds no halves of characters.
    const commentUrl = Buffer.from(text.replace(/\r\n?/g, '\n')).toString();
    const { outputs, log } = await published({ commentUrl });
    expect(Object.fromEntries(readOutputs(outputs))).toEqual({
      verdict: 'passed',
      decision: '',
      findings: '[]',
      'comment-url': commentUrl,
    });
    expect(log).toBe('');
  }
});

test('nor does one that an older runner reads from the log', async () => {
  for (const text of TEXTS.slice(0, 300)) {
    const commands = runnerCommands((await published({ commentUrl: text }, { outputs: false })).log);
    expect(commands.map(({ name, properties }) => `${name} ${properties['name']}`)).toEqual(
      ['verdict', 'decision', 'findings', 'comment-url'].map((name) => `set-output ${name}`),
    );
    expect(commands.at(-1)?.data).toBe(text);
  }
});

test('the summary is written as it was rendered, and nothing of it into the log', async () => {
  const summary = TEXTS.slice(0, 1000).join('\n');
  const { log, summary: written } = await published({ summary });

  expect(written).toBe(Buffer.from(summary).toString());
  expect(log).toBe('');
});
