import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasBlock, withBlock, withBlockAt, withoutBlock } from '../../src/install/block.ts';

const LINES = ['one', 'two'];
const BLOCK = '# spike-gate: begin\none\ntwo\n# spike-gate: end\n';

/** Texts as people keep them: with and without a `#!` line, a last line feed, the line ends of Windows, and what looks like a marker. */
const TEXTS = fc
  .array(
    fc.constantFrom(
      '#!/bin/sh',
      'npm test',
      '\n',
      '\r\n',
      ' ',
      'é',
      '# spike-gate: begin',
      '# spike-gate: end',
      '\n# spike-gate: end\n',
    ),
  )
  .map((parts) => parts.join(''))
  .filter((text) => !hasBlock(text));

describe('a block of lines', () => {
  test.each([
    ['before other lines', 'npm test\n', `${BLOCK}npm test\n`],
    ['after a #! line', '#!/bin/sh\nnpm test', `#!/bin/sh\n${BLOCK}npm test`],
    ['after a #! line of Windows', '#!/bin/sh\r\nnpm test\r\n', `#!/bin/sh\r\n${BLOCK}npm test\r\n`],
    ['after a #! line that nothing ends', '#!/bin/sh', `#!/bin/sh\n${BLOCK.trimEnd()}`],
    ['in a file of nothing', '', BLOCK.trimEnd()],
    ['in a file of its own', undefined, BLOCK.replace('begin', 'begin, instead of nothing')],
  ])('stands %s', (_, before, after) => {
    expect(withBlock(before, LINES)).toBe(after);
  });

  test('is put in and taken out without a trace, whatever is there', () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        const put = withBlock(text, LINES);
        return hasBlock(put) && withBlock(put, LINES) === put && withoutBlock(put) === text;
      }),
    );
    expect(withoutBlock(withBlock(undefined, LINES))).toBeUndefined();
  });

  test('is put before any line and taken out without a trace', () => {
    fc.assert(
      fc.property(TEXTS, TEXTS, (above, below) => {
        const text = `${above}\n${below}`;
        fc.pre(!hasBlock(text));
        const put = withBlockAt(text, { at: above.length + 1, lines: LINES });
        // What looks like a beginning of ours above it, and has no end, is a person's line.
        return withoutBlock(put) === text;
      }),
    );
    expect(withBlockAt('a\nb', { at: 2, lines: LINES })).toBe(`a\n${BLOCK}b`);
  });

  test('of an earlier version is replaced where it stands', () => {
    const old = withBlock('#!/bin/sh\nnpm test\n', ['old']);
    const moved = `first\n${old}`;

    expect(withBlock(old, LINES)).toBe(`#!/bin/sh\n${BLOCK}npm test\n`);
    expect(withBlock(moved, LINES)).toBe(`first\n#!/bin/sh\n${BLOCK}npm test\n`);
    expect(withBlock(withBlock('', ['old']), LINES)).toBe(BLOCK.trimEnd());
    expect(withoutBlock(withBlock(withBlock(undefined, ['old']), LINES))).toBeUndefined();
  });

  test('goes, and the lines that came into its file stay', () => {
    expect(withoutBlock(`${withBlock(undefined, LINES)}npm test\n`)).toBe('npm test\n');
    expect(withoutBlock(withBlock('', LINES).replaceAll('\n', '\r\n'))).toBe('');
    expect(withoutBlock(`a\r\n${BLOCK.replaceAll('\n', '\r\n')}b\r\n`)).toBe('a\r\nb\r\n');
  });

  test('without an end, or inside a line, is not one', () => {
    for (const text of [
      '# spike-gate: begin\nrest\n',
      'x # spike-gate: begin\n# spike-gate: end\n',
      '# spike-gate: begin\n# spike-gate: end of it\n',
    ]) {
      expect(hasBlock(text)).toBe(false);
      expect(withoutBlock(text)).toBe(text);
    }
  });
});
