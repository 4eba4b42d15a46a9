import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../src/core/replay.ts';
import { renderSummary } from '../../src/report/comment.ts';
import { renderPicture } from '../../src/report/picture.ts';
import { lastOf } from '../../src/report/view.ts';
import { FAILING } from './failing.ts';
import { buildLedger } from './ledger.ts';
import { green, greenLedger, hostile, killed, manyRuns, secondAttempt, view } from './spikes.ts';

/** What stands in such a diagram, and nothing else: our own words, and numbers in between. */
const LINES = [
  /^---$/,
  /^displayMode: compact$/,
  /^config:$/,
  /^ gantt:$/,
  /^ {2}(?:useWidth|leftPadding): \d+$/,
  /^gantt$/,
  /^ {2}dateFormat HH:mm:ss$/,
  /^ {2}axisFormat %H:%M$/,
  /^ {2}section (?:Clock|Passed|Failed|Interrupted|Refused|Came back|Observable held|Stopped)$/,
  /^ {2}\d+ (?:minutes?|seconds?) : 00:00:00, \d+s$/,
  /^ {2}\d+ : (?:active|crit|done), \d\d:[0-5]\d:[0-5]\d, [1-9]\d*s$/,
  /^ {2}(?:minute \d+|by the (?:seal|budget|deadline)) : milestone, \d\d:[0-5]\d:[0-5]\d, 0s$/,
];

test('a ship, drawn', () => {
  const picture = renderPicture(greenLedger().seal(62, {}).attempt());

  expect(picture.slice(picture.indexOf('gantt'))).toEqual([
    'gantt',
    '  dateFormat HH:mm:ss',
    '  axisFormat %H:%M',
    '  section Clock',
    '  90 minutes : 00:00:00, 5400s',
    '  section Passed',
    '  1 : active, 00:00:00, 225s',
    '  1 : active, 00:18:45, 225s',
    '  1 : active, 00:45:00, 225s',
    '  1 : active, 01:00:00, 225s',
    '  section Failed',
    '  1 : crit, 00:03:45, 225s',
    '  1 : crit, 00:11:15, 225s',
    '  1 : crit, 00:30:00, 225s',
    '  section Came back',
    '  2 : crit, 00:06:00, 1620s',
    '  section Observable held',
    '  minute 61 : milestone, 01:01:00, 0s',
    '  section Stopped',
    '  by the seal : milestone, 01:02:00, 0s',
  ]);
});

describe('nothing but our own words and numbers stands in it', () => {
  const given = [green, killed, manyRuns, hostile, secondAttempt, ...Object.values(FAILING)];

  test.each(given.map((make) => ({ name: make.name, last: lastOf(make()) })))('$name', ({ last }) => {
    const lines = last === undefined ? [] : renderPicture(last);
    for (const line of lines)
      expect(
        LINES.some((pattern) => pattern.test(line)),
        line,
      ).toBe(true);
    expect(lines.length).toBeLessThan(130);
  });
});

test('what came after the deadline stands behind it', () => {
  const attempt = buildLedger()
    .run(80, { argv: ['make'], exit: 2 })
    .refuse(95, ['make'], 'clock-expired')
    .refuse(3000, ['make'], 'clock-expired')
    .attempt();

  expect(renderPicture(attempt)).toContain('  2 : done, 01:30:00, 225s');
  expect(renderPicture(attempt)).toContain('  by the deadline : milestone, 01:30:00, 0s');
});

test('every event is in one of its numbers', () => {
  const { runs, passed, failed } = lastOf(manyRuns()) ?? buildLedger().attempt();
  const numbers = renderPicture(lastOf(manyRuns()) ?? buildLedger().attempt()).flatMap(
    (line) => / (\d+) : (?:active|crit), .* 225s$/.exec(line)?.[1] ?? [],
  );

  expect(numbers.reduce((sum, number) => sum + Number(number), 0)).toBe(passed + failed);
  expect(passed + failed).toBe(runs);
});

test.each<[string, Attempt]>([
  ['nothing happened', buildLedger().attempt()],
  ['the clock is longer than a day', ranAfter(3 * 24 * 3600)],
  ['a ledger claims an impossible time', ranAfter(Number.MAX_SAFE_INTEGER - buildLedger().attempt().open.ts)],
])('there is none where %s', (_why, attempt) => {
  expect(renderPicture(attempt)).toEqual([]);
});

test.each([1, 20, 119, 20 * 3600])('a clock of %i seconds has whole numbers alone', (seconds) => {
  const lines = renderPicture(ranAfter(seconds));

  for (const line of lines)
    expect(
      LINES.some((pattern) => pattern.test(line)),
      line,
    ).toBe(true);
  expect(lines).toContainEqual(expect.stringContaining(', 1s'));
});

test('without it no fact is lost: what it draws is in the text above', () => {
  const [text = ''] = renderSummary(view(killed(), 'evidence')).split('<details><summary>The clock as a picture');

  expect(text).toContain('**Clock:** 90 minutes from 2026-03-01 10:00 UTC; stopped at minute 31 by the budget');
  expect(text).toContain(' o 1 passed   ! 2 refused   x 4 failed   ■ stopped');
  expect(text).toContain('- 3 of 3: `python manage.py migrate`, exit 1, minutes 9 to 31');
});

function ranAfter(seconds: number): Attempt {
  const { ts } = buildLedger().attempt().open;
  return buildLedger({ deadline: ts + seconds })
    .run(0, { argv: ['make'], exit: 2 })
    .run(0, { argv: ['make'], exit: 2 })
    .attempt();
}
