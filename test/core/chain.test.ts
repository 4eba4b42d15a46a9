import { describe, expect, test } from 'vitest';
import type { RecordHash } from '../../src/core/brand.ts';
import { createChain } from '../../src/core/chain.ts';
import { encodeRecord, hashLine } from '../../src/core/codec.ts';
import type { Draft } from '../../src/core/record.ts';
import { BOOT, chained, OPENED_AT, open, run, seal, start, UP } from '../support/chained-records.ts';
import { refusalOf } from '../support/refusal.ts';

const ARGV = ['make', 'test'];

function push(lines: readonly string[], from = createChain('ledger')): ReturnType<typeof createChain> {
  for (const line of lines) from.push(Buffer.from(line));
  return from;
}

test('a whole ledger holds, and its state says where it stands', () => {
  const lines = chained([open(), start(ARGV), run(1, ARGV, 1), { ...start(ARGV, 60), after: 60 }]);
  const state = push(lines).state();

  expect(state).toMatchObject({ records: 4, ts: OPENED_AT + 60, sealed: false, head: hashLine(lines[3] ?? '') });
  expect([...state.pending.keys()]).toEqual([3]);
  expect(state.clocks.get(BOOT)).toEqual({ ts: OPENED_AT, up: UP, newest: UP + 60_000 });
});

test('a run is handed on with the start that it answers', () => {
  const lines = chained([open(), start(ARGV), run(1, ARGV, 0)]);
  const chain = createChain();
  const links = lines.map((line) => chain.push(Buffer.from(line)));

  expect(links.map(({ start: answered }) => answered?.seq)).toEqual([undefined, undefined, 1]);
});

test('a chain goes on from a state as it would have from the beginning', () => {
  const lines = chained([open(), start(ARGV), run(1, ARGV, 1), start(ARGV), run(3, ARGV, 0), seal()]);
  const half = push(lines.slice(0, 4)).state();

  expect(push(lines.slice(4), createChain('ledger', half)).state()).toEqual(push(lines).state());
});

test('two commands may run at once', () => {
  const lines = chained([open(), start(['a']), start(['b']), run(1, ['a'], 0), run(2, ['b'], 1)]);

  expect(push(lines).state().pending.size).toBe(0);
});

interface Broken {
  readonly name: string;
  readonly drafts: readonly (Draft & { readonly after?: number })[];
  readonly message: string;
}

const BROKEN: readonly Broken[] = [
  {
    name: 'nothing but an open record may come first',
    drafts: [start(ARGV)],
    message: 'expected one open record, and it first',
  },
  { name: 'a second open record', drafts: [open(), open()], message: 'expected one open record, and it first' },
  {
    name: 'a deadline that is over at once',
    drafts: [open({ deadline: OPENED_AT })],
    message: 'expected a deadline after the opening',
  },
  {
    name: 'a second attempt that names none before',
    drafts: [open({ attempt: 2, reason: 'review' })],
    message: 'expected previous and reason from the second attempt on, and only then',
  },
  {
    name: 'a second attempt without a reason',
    drafts: [open({ attempt: 2, previous: '6'.repeat(64) as RecordHash })],
    message: 'expected previous and reason from the second attempt on, and only then',
  },
  {
    name: 'a first attempt with one before',
    drafts: [open({ previous: '6'.repeat(64) as RecordHash, reason: 'why' })],
    message: 'expected previous and reason from the second attempt on, and only then',
  },
  {
    name: 'a run that answers no start',
    drafts: [open(), run(1, ARGV, 0)],
    message: 'expected a start at seq 1 that has no run yet',
  },
  {
    name: 'a second run for one start',
    drafts: [open(), start(ARGV), run(1, ARGV, 0), run(1, ARGV, 0)],
    message: 'expected a start at seq 1 that has no run yet',
  },
  {
    name: 'a run with other arguments than its start',
    drafts: [open(), start(ARGV), run(1, ['make'], 0)],
    message: 'expected the run to repeat its start',
  },
  {
    name: 'a run in another folder than its start',
    drafts: [open(), start(ARGV, 0, { cwd: '/other' }), run(1, ARGV, 0)],
    message: 'expected the run to repeat its start',
  },
  {
    name: 'a fingerprint of something else',
    drafts: [open(), start(ARGV), { ...run(1, ARGV, 1), exit: 2 } as Draft],
    message: 'expected fp to be the fingerprint of this run',
  },
  {
    name: 'time that goes down',
    drafts: [open(), start(ARGV, 60), run(1, ARGV, 0)].map((draft, at) => ({ ...draft, after: [0, 60, -1][at] ?? 0 })),
    message: `expected ts of at least ${OPENED_AT + 60}, found ${OPENED_AT + 59}`,
  },
  {
    name: 'time ahead of the boot clock',
    drafts: [open(), { ...start(ARGV, 60), after: 61 }],
    message: 'expected ts to follow the boot clock, found another time',
  },
  {
    name: 'time behind the boot clock',
    drafts: [open(), { ...start(ARGV, 60), after: 59 }],
    message: 'expected ts to follow the boot clock, found another time',
  },
  {
    name: 'a boot clock that goes back',
    drafts: [open(), { ...start(ARGV, 60), after: 60 }, start(ARGV, 59)],
    message: 'expected ts to follow the boot clock, found another time',
  },
  { name: 'anything after a seal', drafts: [open(), seal(), start(ARGV)], message: 'expected nothing after the seal' },
];

describe('a chain refuses', () => {
  test.each(BROKEN)('$name', ({ drafts, message }) => {
    const lines = chained(drafts);
    const chain = push(lines.slice(0, -1));

    expect(refusalOf(() => push(lines.slice(-1), chain))).toMatchObject({
      code: 'ledger-broken',
      message,
      place: { file: 'ledger', line: drafts.length },
    });
  });

  const whole = chained([open(), start(ARGV), run(1, ARGV, 1), start(ARGV), run(3, ARGV, 0)]);

  test.each([
    { name: 'a record that is left out', lines: whole.toSpliced(1, 1), line: 2, message: 'expected seq 1, found 2' },
    {
      name: 'two records that change places',
      lines: [whole[0], whole[2], whole[1]],
      line: 2,
      message: 'expected seq 1, found 2',
    },
    {
      name: 'a record that stands twice',
      lines: [whole[0], whole[1], whole[1]],
      line: 3,
      message: 'expected seq 2, found 1',
    },
    {
      name: 'a record of another ledger',
      lines: whole.with(2, chained([open({ budget: 9 }), start(ARGV), run(1, ARGV, 1)])[2] ?? ''),
      line: 3,
      message: 'expected prev to be the hash of the line before, found another',
    },
  ])('$name', ({ lines, line, message }) => {
    const refusal = refusalOf(() => push(lines.map((one) => one ?? '')));

    expect(refusal).toMatchObject({ message, place: { file: 'ledger', line } });
  });
});

test('a refused line changes nothing: the right one may follow', () => {
  const lines = chained([open(), start(ARGV), run(1, ARGV, 1)]);
  const chain = push(lines.slice(0, 2));
  const before = chain.state();
  refusalOf(() => push(lines.slice(0, 1), chain));

  expect(chain.state()).toEqual(before);
  expect(push(lines.slice(2), chain).state().records).toBe(3);
});

test('a seal whose own hash is another one is refused', () => {
  const [opening = '', sealing = ''] = chained([open(), seal()]);
  const decoded = JSON.parse(sealing);
  const forged = encodeRecord({ ...decoded, files: 2 });

  expect(refusalOf(() => push([opening, forged])).message).toBe(
    'expected self to be the hash of this record with self empty',
  );
});
