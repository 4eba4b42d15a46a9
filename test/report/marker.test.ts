import { expect, test } from 'vitest';
import { parseCommitId } from '../../src/core/object-id.ts';
import { MARKER, renderMarker, startsWithMarker } from '../../src/report/marker.ts';

const HEAD = parseCommitId('0123456789'.repeat(4), 'the head');

test('the marker may name the commit that the comment speaks of', () => {
  expect(renderMarker()).toBe('<!-- spike-gate:evidence v1 -->');
  expect(renderMarker(HEAD)).toBe(`<!-- spike-gate:evidence v1 head=${HEAD} -->`);
});

test.each([
  ['alone', MARKER],
  ['before text', `${MARKER}\n# Shipped`],
  ['before a carriage return', `${MARKER}\r\n# Shipped`],
  ['with a head', `${renderMarker(HEAD)}\ntext`],
  ['of a later version', '<!-- spike-gate:evidence v2 -->\ntext'],
])('it is found %s', (_where, body) => {
  expect(startsWithMarker(body)).toBe(true);
});

test.each([
  ['quoted', `> ${MARKER}`],
  ['after a line', `hello\n${MARKER}`],
  ['after a space', ` ${MARKER}`],
  ['before text on the same line', `${MARKER} text`],
  ['with something else in it', '<!-- spike-gate:evidence v1 head=main -->'],
  ['nowhere', ''],
])('it is not found %s', (_where, body) => {
  expect(startsWithMarker(body)).toBe(false);
});
