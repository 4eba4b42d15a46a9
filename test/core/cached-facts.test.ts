import { describe, expect, test } from 'vitest';
import type { CommitId, Fingerprint, PatchId, RecordHash, TreeId } from '../../src/core/brand.ts';
import { type Landscape, type LedgerStanding, renderCachedFacts, renderStanding } from '../../src/core/cached-facts.ts';
import { FIRST_PREV } from '../../src/core/codec.ts';
import type { OpenRecord } from '../../src/core/record.ts';
import { openDraft } from '../support/spike-fixture.ts';

const TIP = 'c'.repeat(40) as CommitId;
const OPENING = 'd'.repeat(64) as RecordHash;
const HEAD = `0123456789ab${'e'.repeat(52)}` as RecordHash;
const OVER = 'spike-gate 1 over\n';

const FIRST_CLOCK = { ts: 1_000_000, up: 5_500, newest: 5_500 };

function openOf(over: Partial<OpenRecord> = {}): OpenRecord {
  const draft = openDraft({ deadline: 1_000_060, boot: 'boot-1', up: 5_500 });
  return { v: 1, seq: 0, prev: FIRST_PREV, ts: 1_000_000, ...draft, ...over };
}

function standingOf(over: Partial<LedgerStanding> = {}): LedgerStanding {
  return {
    open: openOf(),
    seal: undefined,
    spent: undefined,
    opening: OPENING,
    chain: { records: 3, head: HEAD, clocks: new Map([['boot-1', FIRST_CLOCK]]) },
    boot: 'boot-1',
    ...over,
  };
}

function clockOf(clock: typeof FIRST_CLOCK): Pick<LedgerStanding, 'chain'> {
  return { chain: { ...standingOf().chain, clocks: new Map([['boot-1', clock]]) } };
}

describe('where a ledger stands', () => {
  test('is one line of nine words', () => {
    expect(renderStanding(standingOf())).toBe(
      'spike-gate 1 boot-1 65 dddddddddddd 3 0123456789ab users-email/1 spike/users-email\n',
    );
  });

  test.each([
    ['a deadline that passed before this boot is none that is still to come', { ts: 2_000_000, up: 1_000 }, '0'],
    ['a boot that began after the opening leaves what the wall clock leaves', { ts: 1_000_030, up: 200_000 }, '230'],
    ['a part of a second is not given', { ts: 1_000_000, up: 5_999 }, '65'],
  ])('%s', (_, { ts, up }, until) => {
    expect(renderStanding(standingOf(clockOf({ ts, up, newest: up }))).split(' ')[3]).toBe(until);
  });

  test.each<readonly [string, Partial<LedgerStanding>]>([
    [
      'was decided',
      {
        seal: {
          ...{
            v: 1,
            seq: 3,
            prev: HEAD,
            ts: 1_000_010,
            kind: 'seal',
            decision: 'kill',
            commit: TIP,
            tree: '1'.repeat(40) as TreeId,
          },
          ...{ patch: '2'.repeat(64) as PatchId, files: 0, outside: [], evidence: '0', self: '0' },
        },
      },
    ],
    ['is spent', { spent: { fp: '0123456789abcdef' as Fingerprint, ts: 1_000_010, seq: 2 } }],
    ['has no clock of this boot', { boot: 'boot-2' }],
    ['has a branch that would be two words', { open: openOf({ branch: 'spike/a b' }) }],
    ['has a branch that would be two lines', { open: openOf({ branch: 'spike/a\nb' }) }],
  ])('is over for one that %s', (_, over) => {
    expect(renderStanding(standingOf(over))).toBe(OVER);
  });
});

describe('what the shell knows of the paths', () => {
  const LANDSCAPE: Landscape = {
    tip: TIP,
    targetFiles: ['refs/heads/main', 'packed-refs'],
    undeclared: [':(top,glob,exclude)src/**'],
    guarded: [':(top,glob,icase).github/**', ':(top,glob,icase).github'],
  };

  test('is a line each, and an end by which it is known to be whole', () => {
    expect(renderCachedFacts(OPENING, LANDSCAPE)?.split('\n')).toEqual([
      'spike-gate facts 1',
      'dddddddddddd',
      TIP,
      'older refs/heads/main',
      'older packed-refs',
      'guard :(top,glob,icase).github/**',
      'guard :(top,glob,icase).github',
      ':(top,glob,exclude)src/**',
      'end',
      '',
    ]);
  });

  test('names the attempt as the line does that goes with it', () => {
    const [, opening] = renderCachedFacts(OPENING, LANDSCAPE)?.split('\n') ?? [];
    expect(renderStanding(standingOf()).split(' ')[4]).toBe(opening);
  });

  test.each<readonly [string, Partial<Landscape>]>([
    ['a pathspec would be two', { undeclared: ['src/\nend'] }],
    ['a pathspec would end early', { undeclared: ['src/\0'] }],
    ['a pathspec is empty', { undeclared: [''] }],
    ['a protected one would be two', { guarded: ['docs/\nend'] }],
    ['a protected one would end early', { guarded: ['docs/\0'] }],
    ['the target would be two', { targetFiles: ['a\nb'] }],
  ])('is nothing where %s', (_, over) => {
    expect(renderCachedFacts(OPENING, { ...LANDSCAPE, ...over })).toBeUndefined();
  });
});
