import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { SpikeError } from '../../src/core/error.ts';
import { renderError } from '../../src/report/terminal.ts';
import { hang } from '../../src/report/wrap.ts';

const ERROR = new SpikeError('usage', 'expected a hypothesis that names one command and its exit status, found none', {
  hint: 'write one, as in /a/path/that/is/longer/than/a/line/and/stays/whole/so/that/it/can/be/copied and start',
});

test('what is said to a terminal is broken between words, below the beginning of the text', () => {
  const text = renderError(ERROR, { colour: false, width: 60 });

  expect(text.split('\n')).toEqual([
    'spike: error: expected a hypothesis that names one command',
    '              and its exit status, found none',
    'spike: hint: write one, as in',
    '             /a/path/that/is/longer/than/a/line/and/stays/whole/so/that/it/can/be/copied',
    '             and start',
    '',
  ]);
});

test.each([undefined, 0, 20])(
  'a width of %s wraps nothing, so that a log keeps one line for each thing said',
  (width) => {
    expect(renderError(ERROR, { colour: false, width }).split('\n')).toHaveLength(3);
  },
);

test('colour takes no room', () => {
  const plain = renderError(ERROR, { colour: false, width: 60 });
  const painted = renderError(ERROR, { colour: true, width: 60 });

  expect(painted).not.toBe(plain);
  expect(stripVTControlCharacters(painted)).toBe(plain);
});

test('a line that is just full is not broken', () => {
  expect(hang('spike: ', 'a'.repeat(20).concat(' ', 'b'.repeat(12)), 40)).not.toContain('\n');
  expect(hang('spike: ', 'a'.repeat(20).concat(' ', 'b'.repeat(13)), 40)).toContain('\n       b');
});
