import { describe, expect, test } from 'vitest';
import { isSpikeBranch, parseSlug, sameSlug, slugOfBranch, slugOfEvidenceBranch } from '../../src/core/slug.ts';
import { refusalOf } from '../support/refusal.ts';

describe('a slug', () => {
  test.each(['a', '9', 'users-email', 'v1.2_x', 'A'.repeat(64)])('may be %s', (text) => {
    expect(parseSlug(text)).toBe(text);
  });

  test.each(['', '-a', '.a', '_a', 'a b', 'a/b', 'ä', 'a\n', 'A'.repeat(65), 'a..b', 'a.', 'a.lock', 'a.LOCK', '../x'])(
    'may not be %j, and the rule is said',
    (text) => {
      const refusal = refusalOf(() => parseSlug(text));
      expect(refusal.code).toBe('usage');
      expect(refusal.hint).toContain('1 to 64 letters');
    },
  );
});

describe('a branch', () => {
  test.each([
    ['spike/users-email', ['spike/*'], 'users-email'],
    ['team/spike-x', ['spike/*', 'team/spike-*'], 'x'],
    ['spike/team-x', ['spike/*', 'spike/team-*'], 'team-x'],
  ])('%s under %j is the spike %s', (branch, patterns, slug) => {
    expect(slugOfBranch(branch, patterns)).toBe(slug);
    expect(isSpikeBranch(branch, patterns)).toBe(true);
  });

  test.each([['main'], ['Spike/x'], ['xspike/x'], ['spike'], ['spike-evidence/x']])('%s is no spike', (branch) => {
    expect(slugOfBranch(branch, ['spike/*'])).toBeUndefined();
    expect(isSpikeBranch(branch, ['spike/*'])).toBe(false);
  });

  test.each(['spike/a/b', 'spike/', 'spike/ä'])('%s is a spike branch that bears no slug', (branch) => {
    expect(slugOfBranch(branch, ['spike/*'])).toBeUndefined();
    expect(isSpikeBranch(branch, ['spike/*'])).toBe(true);
  });

  test('spike-evidence/<slug> carries the evidence of that spike', () => {
    expect(slugOfEvidenceBranch('spike-evidence/users-email')).toBe('users-email');
    expect(slugOfEvidenceBranch('spike/users-email')).toBeUndefined();
    expect(slugOfEvidenceBranch('spike-evidence/a/b')).toBeUndefined();
  });
});

test('two slugs that differ in case are the same spike', () => {
  expect(sameSlug('Users-Email', 'users-email')).toBe(true);
  expect(sameSlug('users-email', 'users-emails')).toBe(false);
});
