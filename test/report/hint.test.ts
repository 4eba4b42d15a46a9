import { expect, test } from 'vitest';
import { renderHint } from '../../src/report/hint.ts';

test.each([
  ['spike kill -m "what was learnt" keeps it', '`spike kill -m "what was learnt"` keeps it'],
  [
    'spike start --again -m "why", then spike-run the observable',
    '`spike start --again -m "why"`, then `spike-run` the observable',
  ],
  ['commit through the hooks: git commit --amend there', 'commit through the hooks: `git commit --amend` there'],
  ['begin another: spike new <slug>', 'begin another: <code>spike new &lt;slug&gt;</code>'],
  ['a spike starts anew', 'a spike starts anew'],
  ['move this change', 'move this change'],
])('%s', (hint, text) => {
  expect(renderHint(hint)).toBe(text);
});
