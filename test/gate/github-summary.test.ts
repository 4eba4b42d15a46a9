import { expect, test } from 'vitest';
import type { CommitId } from '../../src/core/brand.ts';
import { SpikeError } from '../../src/core/error.ts';
import type { JudgedPull } from '../../src/gate/github-judge.ts';
import { renderJobSummary } from '../../src/gate/github-summary.ts';

/** GitHub's own. */
const LIMIT = 1024 * 1024;

function refused(number: number, message: string, role: JudgedPull['role'] = 'same-commit'): JudgedPull {
  const id = 'a'.repeat(40) as CommitId;
  const repository = { fullName: 'acme/shop', cloneUrl: 'https://git.invalid/acme/shop.git' };
  const pull = {
    number,
    url: 'https://git.invalid/acme/shop/pull/1',
    state: 'open',
    merged: false,
    draft: false,
    headSha: id,
    headRef: 'spike/one',
    headRepo: repository,
    baseSha: id,
    baseRef: 'main',
    baseRepo: repository,
    defaultBranch: 'main',
    isFork: false,
    authorLogin: 'dev',
  } as const;
  return { role, pull, kind: 'refused', error: new SpikeError('config-invalid', message, { hint: 'mend it' }) };
}

test('every pull request of the commit is told, the own one first', () => {
  const summary = renderJobSummary([refused(7, 'seven', 'proposed'), refused(8, 'eight')]);
  expect(summary).toMatch(/^### ❌ Not judged\n\n- seven\n/);
  expect(summary).toContain('## Pull request 8, which proposes the same commit\n\n### ❌ Not judged\n\n- eight\n');
});

test('where there are too many, the rest is counted', () => {
  const many = Array.from({ length: 1000 }, (_, index) => refused(index + 1, '語'.repeat(2000)));
  const summary = renderJobSummary(many);
  const told = summary.match(/### ❌ Not judged/g)?.length ?? 0;
  expect(Buffer.byteLength(summary)).toBeLessThan(LIMIT);
  expect(told).toBeGreaterThan(100);
  expect(summary).toContain(`: ${1000 - told} more pull requests, ${1000 - told} of which fail.*\n`);
});

test('a merge group is named in the order in which it merges, and each of it has a heading', () => {
  const group = [
    refused(9, 'nine', 'queued'),
    refused(8, 'eight', 'queued-before'),
    refused(7, 'seven', 'queued-before'),
  ];
  const summary = renderJobSummary([...group, refused(5, 'five')]);
  expect(summary).toMatch(
    /^This is the merge group of pull requests 7, 8 and 9\. .* No comment is kept for a merge group\.\n\n/,
  );
  expect(summary.match(/^## .*$/gm)).toEqual([
    '## Pull request 9, for which the group was built',
    '## Pull request 8, which is queued before it',
    '## Pull request 7, which is queued before it',
    '## Pull request 5, which proposes the same commit',
  ]);
});
