import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreesWithBootClock, type BootClock, noteBoot, timestamp } from '../../src/core/time.ts';
import { refusalOf } from '../support/refusal.ts';

const BOOT = 'boot-1';
const clocks = (ts: number, up: number, newest = up): ReadonlyMap<string, BootClock> =>
  new Map([[BOOT, { ts, up, newest }]]);

test('the first record of a boot takes the wall clock, or the last record where that is later', () => {
  const reading = { boot: BOOT, up: 5000 };

  expect(timestamp(new Map(), { reading, wall: 200, last: 100 })).toBe(200);
  expect(timestamp(new Map(), { reading, wall: 50, last: 100 })).toBe(100);
});

test('on one boot the wall clock may be turned either way and gains nothing', () => {
  const reading = { boot: BOOT, up: 65_999 };

  for (const wall of [0, 1000, 1060, 9_999_999]) {
    expect(timestamp(clocks(1000, 5000), { reading, wall, last: 1000 })).toBe(1060);
  }
});

test('a boot clock that went back is refused', () => {
  const refusal = refusalOf(() =>
    timestamp(clocks(1000, 5000, 7000), { reading: { boot: BOOT, up: 6990 }, wall: 1, last: 1000 }),
  );

  expect(refusal).toMatchObject({
    code: 'ledger-broken',
    message: expect.stringContaining('the boot clock went back'),
  });
});

test('another boot starts from where the ledger stood', () => {
  const reading = { boot: 'boot-2', up: 10 };

  expect(timestamp(clocks(1000, 5000), { reading, wall: 900, last: 1000 })).toBe(1000);
  expect(timestamp(clocks(1000, 5000), { reading, wall: 5000, last: 1000 })).toBe(5000);
});

test('what a writer dates, a reader agrees with, whatever the wall clock does', () => {
  const step = fc.record({ boot: fc.constantFrom('a', 'b'), later: fc.nat(100_000), wall: fc.nat(10_000) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const seen = new Map<string, BootClock>();
      let last = 0;
      for (const { boot, later, wall } of steps) {
        const reading = { boot, up: (seen.get(boot)?.newest ?? 0) + later };
        const ts = timestamp(seen, { reading, wall, last });
        expect(ts).toBeGreaterThanOrEqual(last);
        expect(agreesWithBootClock(seen, reading, { ts, last })).toBe(true);
        expect(seen.has(boot) && agreesWithBootClock(seen, reading, { ts: ts + 1, last })).toBe(false);
        seen.set(boot, noteBoot(seen.get(boot), reading, ts));
        last = ts;
      }
    }),
  );
});
