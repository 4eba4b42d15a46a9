import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_LINE_BYTES } from '../../src/core/codec.ts';
import { createLineCutter } from '../../src/core/lines.ts';
import { refusalOf } from '../support/refusal.ts';

/** Cuts `text` that arrives in pieces of these sizes; the buffer of each piece is used again for the next. */
function cut(text: string, sizes: readonly number[]): readonly string[] {
  const bytes = Buffer.from(text);
  const lines: string[] = [];
  const cutter = createLineCutter((line) => lines.push(Buffer.from(line).toString()));
  let from = 0;
  for (let at = 0; from < bytes.length; at += 1) {
    const piece = Buffer.from(bytes.subarray(from, from + (sizes[at % sizes.length] ?? 1)));
    from += piece.length;
    cutter.push(piece);
    piece.fill(0);
  }
  cutter.end();
  return lines;
}

test('lines are the same however the bytes arrive', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (lines, sizes) => {
      expect(cut(lines.map((one) => `${one}\n`).join(''), sizes)).toEqual(lines);
    }),
  );
});

test('a last line without its line feed is named', () => {
  const cutter = createLineCutter(() => undefined, 'ledger');
  cutter.push(Buffer.from('one\ntwo'));

  expect(refusalOf(cutter.end)).toMatchObject({ code: 'ledger-broken', place: { file: 'ledger', line: 2 } });
});

test('a line that has no end is not held in memory', () => {
  const cutter = createLineCutter(() => undefined);
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const refusal = refusalOf(() => {
    for (let bytes = 0; bytes <= MAX_LINE_BYTES; bytes += piece.length) cutter.push(piece);
  });

  expect(refusal.message).toBe(`expected a line of at most ${MAX_LINE_BYTES} bytes, found a longer one`);
});

test('a line of more than the limit is refused even where its end arrives in time', () => {
  const cutter = createLineCutter(() => undefined);
  const line = Buffer.alloc(MAX_LINE_BYTES + 2, 'x');
  line[line.length - 1] = 0x0a;

  expect(refusalOf(() => cutter.push(line)).message).toContain('found a longer one');
});
