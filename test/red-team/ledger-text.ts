/** Ledgers whose text was edited: most of these also chained anew, so that nothing but the edit itself is wrong. */

import { type Attack, attacksOf } from './attack.ts';
import { chained, edit, fileAt, LEDGER, SPIKE, tampered } from './hands.ts';

const edited = (change: (text: string) => string) => tampered((field) => edit(field, LEDGER, change));

/** One line changed so. */
const line = (number: number, change: (text: string) => string) =>
  chained((lines) => lines.map((text, index) => (index === number - 1 ? change(text) : text)));

const EDITED = attacksOf({ row: 'a byte of the ledger is changed, or its lines are reordered' }, [
  {
    name: 'a byte of the ledger is changed',
    script: edited((text) => text.replace('"exit":1,', '"exit":2,')),
    rule: 'log',
    says: 'line 3: expected fp to be the fingerprint of this run',
    file: LEDGER,
    throughAction: true,
  },
  {
    name: 'the time of a run is changed',
    script: edited((text) => text.replace('"ms":', '"ms":1')),
    rule: 'log',
    says: 'expected prev to be the hash of the line before, found another',
    file: LEDGER,
  },
  {
    name: 'two lines change places',
    script: edited((text) =>
      swap(text.trimEnd().split('\n'))
        .map((one) => `${one}\n`)
        .join(''),
    ),
    rule: 'log',
    says: 'line 2: expected seq 1, found 3',
    file: LEDGER,
  },
  {
    name: 'two runs change places, and the ledger is chained anew',
    script: chained((lines) => renumbered(swap(lines))),
    rule: 'log',
    says: /expected ts (?:to follow the boot clock|of at least)/,
    file: LEDGER,
  },
  {
    name: 'a line is taken out, and the ledger chained anew',
    script: chained((lines) => lines.filter((_, index) => index !== 2)),
    rule: 'log',
    says: 'expected seq 2, found 3',
    file: LEDGER,
  },
]);

/** The failure and the pass after it, the other way round. */
function swap(lines: readonly string[]): readonly string[] {
  const [open = '', one = '', two = '', three = '', four = '', ...rest] = lines;
  return [open, three, four, one, two, ...rest];
}

function renumbered(lines: readonly string[]): readonly string[] {
  return lines.map((text, index) =>
    text.replace(/"seq":\d+/, `"seq":${index}`).replace(/"kind":"run","of":\d+/, `"kind":"run","of":${index - 1}`),
  );
}

const CUT = attacksOf({ row: 'lines are cut off the end of the ledger' }, [
  {
    name: 'the seal is cut off',
    script: edited((text) => text.replace(/[^\n]*\n$/, '')),
    rule: 'decision',
    says: 'users-email is not shipped yet: expected a sealed bundle, found none',
  },
  {
    name: 'the ledger is cut to what it was when the work was committed',
    script: edited((text) => text.split('\n').slice(0, 3).join('\n').concat('\n')),
    rule: 'decision',
    says: 'users-email is not shipped yet',
  },
  {
    name: 'the ledger is cut in the middle of a line',
    script: edited((text) => text.slice(0, -100)),
    rule: 'log',
    says: 'line 6: expected a line feed after the last line, found none',
    file: LEDGER,
  },
  {
    name: 'the last line feed is cut off',
    script: edited((text) => text.slice(0, -1)),
    rule: 'log',
    says: 'expected a line feed after the last line, found none',
    file: LEDGER,
  },
]);

const MORE = attacksOf({ row: 'something is written after the seal' }, [
  {
    name: 'a record stands after the seal',
    script: chained((lines) => [...lines, lines[5]?.replace('"seq":5', '"seq":6') ?? '']),
    rule: 'log',
    says: 'line 7: expected nothing after the seal',
    file: LEDGER,
  },
  {
    name: 'blanks stand after the seal',
    script: edited((text) => `${text} \n`),
    rule: 'log',
    says: 'line 7: expected one JSON object a line',
    file: LEDGER,
  },
  {
    name: 'an empty line stands after the seal',
    script: edited((text) => `${text}\n`),
    rule: 'log',
    says: 'line 7: expected one JSON object a line',
    file: LEDGER,
  },
]);

const SPELT = attacksOf({ row: 'the ledger is spelt so that two readers might read two things' }, [
  {
    name: 'the lines of the ledger end in CR LF',
    script: edited((text) => text.replaceAll('\n', '\r\n')),
    rule: 'log',
    says: 'line 1: expected the canonical spelling of this record, found another',
    file: LEDGER,
  },
  {
    name: 'the ledger begins with a byte order mark',
    script: edited((text) => `\ufeff${text}`),
    rule: 'log',
    says: 'line 1: expected one JSON object a line',
    file: LEDGER,
  },
  {
    name: 'the ledger is not UTF-8',
    script: tampered((field) => {
      const text = fileAt(field, SPIKE, LEDGER).replace('"tool":"', '"tool":"\u00ff');
      field.write(LEDGER, Buffer.from(text, 'latin1'));
    }),
    rule: 'log',
    says: 'line 1: expected UTF-8, found other bytes',
    file: LEDGER,
  },
  {
    name: 'a key stands twice in a record',
    script: line(3, (text) => text.replace('"exit":1', '"exit":1,"exit":0')),
    rule: 'log',
    says: /line 3: expected (?:the canonical spelling|fp)/,
    file: LEDGER,
  },
  {
    name: 'the keys of a record stand in another order',
    script: line(3, (text) => text.replace('"v":1,"seq":2', '"seq":2,"v":1')),
    rule: 'log',
    says: 'line 3: expected the key v here, found it elsewhere',
    file: LEDGER,
  },
  {
    name: 'a number is spelt in another way',
    script: line(3, (text) => text.replace('"seq":2', '"seq":2.0')),
    rule: 'log',
    says: 'line 3: expected the canonical spelling of this record, found another',
    file: LEDGER,
  },
  {
    name: 'a letter is spelt as an escape',
    script: line(1, (text) => text.replace('"branch":"s', '"branch":"\\u0073')),
    rule: 'log',
    says: 'line 1: expected the canonical spelling of this record, found another',
    file: LEDGER,
  },
  {
    name: 'a record has a key that nobody knows',
    script: line(3, (text) => text.replace(/\}$/, ',"forgiven":true}')),
    rule: 'log',
    says: 'line 3: expected no key "forgiven"',
    file: LEDGER,
  },
  {
    name: 'a record is of a kind that nobody knows',
    script: line(3, (text) => text.replace('"kind":"run"', '"kind":"note"')),
    rule: 'log',
    says: 'line 3: expected a known kind of record, found "note"',
    file: LEDGER,
  },
  {
    name: 'a record is of a later format',
    script: line(3, (text) => text.replace('"v":1', '"v":2')),
    rule: 'log',
    says: 'line 3: expected format v 1, found 2',
    file: LEDGER,
  },
  {
    name: 'a record is nested a hundred thousand deep',
    script: line(1, (text) => text.replace('"v":1', `"v":${'['.repeat(100_000)}${']'.repeat(100_000)}`)),
    rule: 'log',
    says: 'line 1: expected format v 1, found a list',
    file: LEDGER,
  },
  {
    name: 'the ledger was opened under a setting that nobody knows',
    script: line(1, (text) => text.replace('"protected":[]', '"protected":[],"quiet":1')),
    rule: 'log',
    says: 'expected settings that this version knows, found quiet',
  },
]);

const CONTRADICTED = attacksOf({ row: 'the ledger is chained anew and contradicts itself' }, [
  {
    name: 'a failure is made a pass, and its fingerprint is kept',
    script: line(3, (text) => text.replace('"exit":1', '"exit":0')),
    rule: 'log',
    says: 'line 3: expected fp to be the fingerprint of this run',
    file: LEDGER,
  },
  {
    name: 'a run is of another command than its start',
    script: line(5, (text) => text.replace('"argv":["sh","check.sh"]', '"argv":["true"]')),
    rule: 'log',
    says: 'line 5: expected the run to repeat its start',
    file: LEDGER,
  },
  {
    name: 'a run has no start',
    script: line(5, (text) => text.replace('"of":3', '"of":2')),
    rule: 'log',
    says: 'line 5: expected a start at seq 2 that has no run yet',
    file: LEDGER,
  },
  {
    name: 'a second opening record begins anew in the middle',
    script: chained((lines) => [...lines.slice(0, 5), (lines[0] ?? '').replace('"seq":0', '"seq":5')]),
    rule: 'log',
    says: 'line 6: expected one open record, and it first',
    file: LEDGER,
  },
  {
    name: 'the seal is edited, and its own hash kept',
    script: edited((text) => text.replace('"files":1', '"files":2')),
    rule: 'log',
    says: 'line 6: expected self to be the hash of this record with self empty',
    file: LEDGER,
  },
]);

export const LEDGER_TEXT_ATTACKS: readonly Attack[] = [...EDITED, ...CUT, ...MORE, ...SPELT, ...CONTRADICTED];
