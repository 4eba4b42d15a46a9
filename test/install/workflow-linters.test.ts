/** What GitHub runs of this project and for its users, read by GitHub's own parser and by actionlint. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderWorkflow } from '../../src/install/workflow.ts';
import { actionlint, type GitHubParser, loadGitHubParser } from '../support/workflow-linters.ts';

const TOP = resolve(import.meta.dirname, '../..');
const WORKFLOWS = join(TOP, '.github/workflows');
const ACTION = readFileSync(join(TOP, 'action.yml'), 'utf8');

let github: GitHubParser;

beforeAll(async () => {
  github = await loadGitHubParser();
});

async function complaintsAbout(workflow: string): Promise<readonly string[]> {
  return [...(await github.complaintsAboutWorkflow(workflow)), ...(await actionlint(workflow))];
}

test("action.yml is an action to GitHub's parser", () => {
  expect(github.complaintsAboutAction(ACTION)).toEqual([]);
});

describe('a workflow of this project', () => {
  const own = readdirSync(WORKFLOWS).map((name) => [name, readFileSync(join(WORKFLOWS, name), 'utf8')] as const);

  test.each(own)('%s is sound', async (_name, text) => {
    expect(await complaintsAbout(text)).toEqual([]);
  });

  test.each(own)('%s names the actions of others by commit', (_name, text) => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
  });
});

describe('the workflow of init is sound for the branch', () => {
  const branches = [
    ...['main', 'release/2.x', 'true', '1e3', '#1', '-x', '@', '%x', '&x', 'über/straße', '日本', '😀'],
    ...['c++', '!x', "it's", 'say"so"', '{a}', 'a]', 'a|b', 'a,b', '`x`', '$x', 'a\u{200b}b', 'a\u{2028}b', 'a\u{85}b'],
    '${' + '{github.token}}',
  ];

  test.each(branches)('%j', async (branch) => {
    expect(await complaintsAbout(renderWorkflow([branch]))).toEqual([]);
  });

  test('and for many at once', async () => {
    expect(await complaintsAbout(renderWorkflow(branches))).toEqual([]);
  });
});

interface Fault {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly said: RegExp;
}

function spoil(text: string, { from, to }: Fault): string {
  if (!text.includes(from)) throw new Error(`expected ${from} in the file, found none`);
  return text.replace(from, () => to);
}

describe("GitHub's parser objects to", () => {
  const inWorkflow: readonly Fault[] = [
    { what: 'a key that is none', from: 'types:', to: 'typs:', said: /Unexpected value 'typs'/ },
    { what: 'a state of no pull request', from: '- reopened', to: '- reopend', said: /Unexpected value 'reopend'/ },
    { what: 'an event that is none', from: 'merge_group:', to: 'merge_grup:', said: /Unexpected value 'merge_grup'/ },
    { what: 'a right that is none', from: 'contents: read', to: 'content: read', said: /Unexpected value 'content'/ },
    { what: 'a right to too much', from: 'contents: read', to: 'contents: all', said: /Unexpected value 'all'/ },
    { what: 'a name that is none', from: 'github.event.pull', to: 'gitub.event.pull', said: /'gitub'/ },
    { what: 'a job without steps', from: 'steps:', to: 'strategy:', said: /A sequence was not expected/ },
    { what: 'what is no YAML', from: 'jobs:', to: 'jobs: [', said: /end with a \]/ },
  ];

  test.each(inWorkflow)('$what', async (fault) => {
    const complaints = await github.complaintsAboutWorkflow(spoil(renderWorkflow(['main']), fault));
    expect(complaints.join('\n')).toMatch(fault.said);
  });

  const inAction: readonly Fault[] = [
    { what: 'a runtime that runners do not have', from: 'node24', to: 'node22', said: /node22/ },
    { what: 'a program under another key', from: 'main: ', to: 'man: ', said: /Unexpected value 'man'/ },
    { what: 'a section that is none', from: 'outputs:', to: 'outpts:', said: /Unexpected value 'outpts'/ },
  ];

  test.each(inAction)('$what, in action.yml', (fault) => {
    expect(github.complaintsAboutAction(spoil(ACTION, fault)).join('\n')).toMatch(fault.said);
  });
});

describe('actionlint objects to', () => {
  const faults: readonly Fault[] = [
    { what: 'a key that is none', from: 'types:', to: 'typs:', said: /unexpected key "typs"/ },
    { what: 'a right that is none', from: 'contents: read', to: 'content: read', said: /unknown permission scope/ },
    { what: 'a pattern that no branch can match', from: '"main"', to: '"main "', said: /space/ },
    { what: 'a job that waits for nobody', from: 'runs-on:', to: 'needs: other\n    runs-on:', said: /"other"/ },
    {
      what: "an author's text in a script",
      from: '- uses: spike-gate/spike-gate@main',
      to: '- run: echo ${' + '{ github.event.pull_request.title }}',
      said: /is potentially untrusted/,
    },
  ];

  test.each(faults)('$what', async (fault) => {
    expect((await actionlint(spoil(renderWorkflow(['main']), fault))).join('\n')).toMatch(fault.said);
  });
});
