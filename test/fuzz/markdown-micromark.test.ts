import { expect, test } from 'vitest';
import { findBreakOuts } from '../support/break-out.ts';
import { hostileTexts } from '../support/hostile-text.ts';
import { MICROMARK } from '../support/markdown-parsers.ts';
import { PLACES } from './places.ts';

// As in markdown.test.ts; apart from it, since this parser takes as long as the rest of the tests of a part.
const TEXTS = hostileTexts(10_000, 4);

test.each(PLACES)('micromark: of 10,000 texts none breaks out of $name', (place) => {
  expect(findBreakOuts(place, TEXTS, MICROMARK)).toEqual([]);
});
