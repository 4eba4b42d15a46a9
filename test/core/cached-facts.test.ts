import { describe, expect, test } from 'vitest';
import type { CommitId, RecordHash } from '../../src/core/brand.ts';
import { type LiveAttempt, renderCachedFacts } from '../../src/core/cached-facts.ts';
import { FIRST_PREV } from '../../src/core/codec.ts';
import { openDraft } from '../support/spike-fixture.ts';

const TIP = 'c'.repeat(40) as CommitId;
const OPENING = 'd'.repeat(64) as RecordHash;

function attemptOf(over: Partial<LiveAttempt> = {}): LiveAttempt {
  const draft = openDraft({ deadline: 1_000_060, boot: 'boot-1', up: 5_500 });
  return {
    open: { v: 1, seq: 0, prev: FIRST_PREV, ts: 1_000_000, ...draft },
    opening: OPENING,
    boot: 'boot-1',
    clock: { ts: 1_000_000, up: 5_500, newest: 5_500 },
    landscape: { tip: TIP, targetFiles: ['refs/heads/main', 'packed-refs'], undeclared: [':(top,glob,exclude)src/**'] },
    ...over,
  };
}

test('what the shell reads, a line each, and an end by which it is known to be whole', () => {
  expect(renderCachedFacts(attemptOf())?.split('\n')).toEqual([
    'spike-gate facts 1',
    'boot-1',
    '65',
    'spike/users-email',
    OPENING,
    'users-email/1',
    TIP,
    'older refs/heads/main',
    'older packed-refs',
    ':(top,glob,exclude)src/**',
    'end',
    '',
  ]);
});

test('a deadline that passed before this boot is none that is still to come', () => {
  const clock = { ts: 2_000_000, up: 1_000, newest: 1_000 };
  expect(renderCachedFacts(attemptOf({ clock }))?.split('\n')[2]).toBe('0');
});

describe('nothing is written where a line would be two, or none', () => {
  test.each(['src/\nend', 'src/\0', ''])('a pathspec of %j', (spec) => {
    const landscape = { tip: TIP, targetFiles: [], undeclared: [spec] };
    expect(renderCachedFacts(attemptOf({ landscape }))).toBeUndefined();
  });

  test('a target that is not', () => {
    const landscape = { tip: TIP, targetFiles: ['a\nb'], undeclared: [] };
    expect(renderCachedFacts(attemptOf({ landscape }))).toBeUndefined();
  });
});
