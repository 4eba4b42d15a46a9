import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../src/core/replay.ts';
import { renderTimeline } from '../../src/report/timeline.ts';
import { buildLedger, OBSERVABLE, treeId } from './ledger.ts';
import { greenLedger, spentLedger } from './spikes.ts';

const HOLDS = { argv: OBSERVABLE, exit: 0, tree: treeId('sealed') };

function draw(attempt: Attempt, options: { cells?: number; now?: number } = {}): string {
  return `\n${renderTimeline(attempt, { cells: 40, ...options }).join('\n')}\n`;
}

describe('the timeline draws', () => {
  test('a ship', () => {
    expect(draw(greenLedger().seal(62, {}).attempt())).toBe(`
|o·x···x··o····x·····o······✓■           |
 0            30            60     90 min
 o 4 passed   x 3 failed   ✓ observable held   ■ stopped
`);
  });

  test('a budget that was spent, and what was refused after it', () => {
    expect(draw(spentLedger().seal(40, { decision: 'kill' }).attempt())).toBe(`
|·x··x··o··x··■!                         |
 0            30            60     90 min
 o 1 passed   ! 2 refused   x 4 failed   ■ stopped
`);
  });

  test('a clock that ran out, with what was refused later behind the bar', () => {
    const attempt = buildLedger()
      .run(80, { argv: ['make'], exit: 2 })
      .refuse(95, ['make'], 'clock-expired')
      .attempt();

    expect(draw(attempt, { now: attempt.ts + 600 })).toBe(`
|···································x····|■!
 0            30            60     90 min
 ! 1 refused   x 1 failed   ■ stopped
`);
  });

  test('an open spike up to now', () => {
    const attempt = buildLedger()
      .run(10, { argv: ['make'], exit: 0 })
      .attempt();

    expect(draw(attempt, { now: attempt.open.ts + 45 * 60 })).toBe(`
|····o················                   |
 0            30            60     90 min
 o 1 passed
`);
  });

  test('nothing at all', () => {
    expect(draw(buildLedger().attempt())).toBe(`
|·                                       |
 0            30            60     90 min
`);
  });

  test('a run without an end, an interruption, and a short clock in seconds', () => {
    const open = buildLedger().attempt().open;
    const attempt = buildLedger({ deadline: open.ts + 120 })
      .run(0.5, { argv: ['sleep', '60'], exit: 130, interrupted: true })
      .begin(1, ['make'])
      .attempt();

    expect(draw(attempt)).toBe(`
|··········~·········x                   |
 0            40            80      120 s
 ~ 1 interrupted   x 1 failed
`);
  });
});

test('a spike of seconds loses nothing: every kind stands in the legend with its number', () => {
  const attempt = buildLedger()
    .run(0, { argv: ['a'], exit: 1 })
    .run(0, { argv: ['b'], exit: 0 })
    .run(0, HOLDS)
    .seal(0, {})
    .attempt();

  expect(draw(attempt)).toContain('|✓■');
  expect(draw(attempt)).toContain('o 2 passed   x 1 failed   ✓ observable held   ■ stopped');
});

test.each([1, 2, 40, 100])('the bar has exactly %i cells', (cells) => {
  const [bar = ''] = renderTimeline(greenLedger().attempt(), { cells });

  expect(bar).toMatch(new RegExp(`^\\|[^|]{${cells}}\\|`));
});

test('a ledger that claims impossible times draws all the same', () => {
  const attempt = buildLedger({ deadline: Number.MAX_SAFE_INTEGER })
    .run(1, { argv: ['a'], exit: 1 })
    .attempt();

  expect(renderTimeline(attempt, { cells: 40 })[0]).toMatch(/^\|x {39}\|$/);
});

test('what is too much to be drawn is said', () => {
  const attempt = greenLedger().attempt();
  const lines = renderTimeline({ ...attempt, moments: attempt.moments.slice(0, 2) }, { cells: 40 });

  expect(lines.at(-1)).toBe(' the first 2 of 7 events are drawn');
});
