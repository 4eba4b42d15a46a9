import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { WORKFLOW } from '../../src/install/workflow.ts';

test('the workflow judges from the default branch, with the least it needs, and runs nothing of the pull request', () => {
  expect(parse(WORKFLOW)).toEqual({
    name: 'spike-gate',
    on: {
      pull_request_target: {
        types: ['opened', 'synchronize', 'reopened', 'edited', 'ready_for_review', 'converted_to_draft'],
      },
    },
    permissions: { contents: 'read', 'pull-requests': 'write' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's.
    concurrency: { group: 'spike-gate-${{ github.event.pull_request.number }}', 'cancel-in-progress': false },
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
  expect(WORKFLOW.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
