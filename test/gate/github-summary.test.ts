import { expect, test } from 'vitest';
import type { CommitId } from '../../src/core/brand.ts';
import { SpikeError } from '../../src/core/error.ts';
import type { JudgedPull } from '../../src/gate/github-judge.ts';
import { renderJobSummary } from '../../src/gate/github-summary.ts';

/** GitHub's own. */
const LIMIT = 1024 * 1024;

function refused(number: number, message: string): JudgedPull {
  const id = 'a'.repeat(40) as CommitId;
  const repository = { fullName: 'acme/shop', cloneUrl: 'https://git.invalid/acme/shop.git' };
  const pull = {
    number,
    url: 'https://git.invalid/acme/shop/pull/1',
    state: 'open',
    draft: false,
    headSha: id,
    headRef: 'spike/one',
    headRepo: repository,
    baseSha: id,
    baseRef: 'main',
    baseRepo: repository,
    isFork: false,
    authorLogin: 'dev',
  } as const;
  return { pull, kind: 'refused', error: new SpikeError('config-invalid', message, { hint: 'mend it' }) };
}

test('every pull request of the commit is told, the own one first', () => {
  const summary = renderJobSummary([refused(7, 'seven'), refused(8, 'eight')]);
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
