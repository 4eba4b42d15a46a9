import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderWorkflow } from '../../src/install/workflow.ts';
import { scene } from './scene.ts';

test('the workflow judges from the default branch, with the least it needs, and runs nothing of the pull request', () => {
  expect(parse(renderWorkflow(['main', 'develop']))).toEqual({
    name: 'spike-gate',
    on: {
      pull_request_target: {
        branches: ['main', 'develop'],
        types: ['opened', 'synchronize', 'reopened', 'edited', 'ready_for_review', 'converted_to_draft'],
      },
      merge_group: { types: ['checks_requested'] },
    },
    permissions: { contents: 'read', 'pull-requests': 'write' },
    concurrency: {
      group:
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's.
        'spike-gate-${{ github.event.pull_request.number }}-${{ github.event.pull_request.head.sha || github.event.merge_group.head_sha }}',
      'cancel-in-progress': false,
    },
    jobs: {
      'spike-gate': {
        'runs-on': 'ubuntu-latest',
        'timeout-minutes': 15,
        steps: [{ uses: 'spike-gate/spike-gate@main' }],
      },
    },
  });
});

test('it fits an editor of 80 columns', () => {
  expect(
    renderWorkflow(['main'])
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

test('each right has its reason beside it', () => {
  const [, rights = ''] = /^permissions:\n((?: {2}.*\n)+)/m.exec(renderWorkflow(['main'])) ?? [];
  expect(rights.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^ {2}contents: read # to /),
    expect.stringMatching(/^ {2}pull-requests: write # to /),
  ]);
});

test.each([
  ['true', 'true'],
  ['#1', '#1'],
  ['say"so"', 'say"so"'],
  ['über/straße', 'über/straße'],
  ['a\u{200b}b\u{2028}c\u{85}d', 'a\u{200b}b\u{2028}c\u{85}d'],
  ['c++', 'c\\+\\+'],
  ['!main', '\\!main'],
  ['${' + '{a}}', '*{{a}}'],
])('the branch %j is the pattern %j, in characters that show', (branch, pattern) => {
  const text = renderWorkflow([branch]);
  expect(parse(text)).toMatchObject({ on: { pull_request_target: { branches: [pattern] } } });
  expect(text).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u);
});

const workflowOf = (path: string): string => readFileSync(join(path, '.github/workflows/spike-gate.yml'), 'utf8');

test.each([
  { where: "origin's default branch", remote: 'trunk', config: '', named: ['trunk'] },
  {
    where: 'main, beside the branches that carry spikes on',
    remote: undefined,
    config: 'carriers: [develop]\n',
    named: ['main', 'develop'],
  },
  {
    where: 'it once, though it carries spikes on, too',
    remote: 'develop',
    config: 'carriers: [develop]\n',
    named: ['develop'],
  },
])('init names $where', ({ remote, config, named }) => {
  const { repository, init } = scene();
  if (remote !== undefined) {
    repository.git('update-ref', `refs/remotes/origin/${remote}`, 'HEAD');
    repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${remote}`);
  }
  if (config !== '') repository.write('.spike.yml', config);
  init();
  expect(workflowOf(repository.path)).toBe(renderWorkflow(named));
});

test('init names the only branch there is, where git knows no default', () => {
  const { repository, init } = scene();
  repository.git('branch', '--move', 'trunk');
  init();
  expect(workflowOf(repository.path)).toBe(renderWorkflow(['trunk']));
});

test('a later init keeps the workflow of an earlier one, whatever it would write by now', () => {
  const { repository, init } = scene();
  init();
  const earlier = workflowOf(repository.path);
  repository.write('.spike.yml', 'carriers: [develop]\n');
  expect(init().out[0]).toBe('everything is in place, nothing was changed');
  expect(workflowOf(repository.path)).toBe(earlier);

  repository.write('.github/workflows/spike-gate.yml', earlier.replace('- "main"', '- "main"\n      - "develop"'));
  init();
  expect(workflowOf(repository.path)).toContain('- "develop"');
});
