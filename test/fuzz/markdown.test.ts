import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../../src/report/escape.ts';
import { findBreakOuts } from '../support/break-out.ts';
import { hostileTexts } from '../support/hostile-text.ts';
import { readEntities, readTokens } from '../support/html.ts';
import { FAST_PARSERS } from '../support/markdown-parsers.ts';
import { PLACES, seenInLine } from './places.ts';

const TEXTS = hostileTexts(10_000, 4);

describe.each(FAST_PARSERS)('$name: of 10,000 texts none breaks out', (parser) => {
  test.each(PLACES)('of $name', (place) => {
    expect(findBreakOuts(place, TEXTS, parser)).toEqual([]);
  });

  test('of the value of an attribute', () => {
    const markdown = TEXTS.map((text) => `<sub title="${escapeHtml(text)}"></sub>`).join('\n\n');
    const tags = readTokens(parser.parse(markdown)).flatMap((token) => (token.kind === 'text' ? [] : [token.text]));
    const values = tags.map((tag) => /^<sub title="([^"<>]*)">$/.exec(tag)?.[1]).filter((value) => value !== undefined);
    expect(values.map(readEntities)).toEqual(TEXTS.map(seenInLine));
    expect(new Set(tags.filter((tag) => !tag.startsWith('<sub title=')))).toEqual(new Set(['<p>', '</sub>', '</p>']));
  });
});
