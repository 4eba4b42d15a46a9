import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SpikeError } from '../../src/core/error.ts';
import { parseMovedRefs } from '../../src/git/moved-refs.ts';
import { refusalOf } from '../support/refusal.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(64);
const ZEROS = '0'.repeat(40);

describe('a line of a transaction', () => {
  test.each([
    ['a move', `${A} ${B} refs/heads/x`, { ref: 'refs/heads/x', from: A, to: { kind: 'object', id: B } }],
    [
      'a new ref',
      `${ZEROS} ${A} refs/heads/x`,
      { ref: 'refs/heads/x', from: undefined, to: { kind: 'object', id: A } },
    ],
    ['a removal', `${A} ${ZEROS} refs/heads/x`, { ref: 'refs/heads/x', from: A, to: { kind: 'nothing' } }],
    ['a removal by SHA-256', `${B} ${'0'.repeat(64)} x`, { ref: 'x', from: B, to: { kind: 'nothing' } }],
    [
      'a symbolic ref',
      `ref:refs/heads/a ref:refs/heads/b HEAD`,
      { ref: 'HEAD', from: undefined, to: { kind: 'ref', name: 'refs/heads/b' } },
    ],
    [
      'a name with blanks',
      `${A} ${A} refs/heads/x y`,
      { ref: 'refs/heads/x y', from: A, to: { kind: 'object', id: A } },
    ],
  ])('is %s', (_, line, moved) => {
    expect(parseMovedRefs(`${line}\n`)).toEqual([moved]);
    expect(parseMovedRefs(`${line}\n${line}`)).toEqual([moved, moved]);
  });

  test.each([
    '',
    `${A} ${A}`,
    `${A} ${A} `,
    `${A}  refs/heads/x`,
    `${A.slice(1)} ${A} x`,
    `${A} ref: x`,
    ` ${A} ${A} x`,
    `${A.toUpperCase()} ${A} x`,
  ])('%j is refused, with its place', (line) => {
    expect(refusalOf(() => parseMovedRefs(`${A} ${A} refs/heads/x\n${line}\n`))).toMatchObject({
      code: 'unreadable',
      place: { file: 'standard input', line: 2 },
    });
  });
});

test('nothing is nothing, and any text is read or refused in words', () => {
  expect(parseMovedRefs('')).toEqual([]);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0a]{0,41} [0a]{0,41} [ -~\n]{0,9}$/)), (text) => {
      try {
        expect(parseMovedRefs(text)).toHaveLength(
          text.replace(/\n$/, '') === '' && text.length < 2 ? 0 : text.replace(/\n$/, '').split('\n').length,
        );
      } catch (error) {
        if (!(error instanceof SpikeError)) throw error;
      }
    }),
  );
});
