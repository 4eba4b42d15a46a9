/** Pure: our lines in a text that people keep, put in and taken out again byte for byte, between two comments of a shell or of YAML. */

export const BLOCK_BEGIN = '# spike-gate: begin';
export const BLOCK_END = '# spike-gate: end';
/** After `BLOCK_BEGIN`, and before what stood in its place. */
export const INSTEAD_OF = ', instead of ';

/** There was no text before. */
const ALONE = `${INSTEAD_OF}nothing`;
/** Not from a begin that has another one after it: its end is lost, and what follows is a person's. A checkout may have changed line ends. */
const BLOCK = new RegExp(
  `^${BLOCK_BEGIN}(${ALONE})?\r?\n(?:(?!${BLOCK_BEGIN})[^\n]*\n)*?${BLOCK_END}(?:\r?\n|\r?(?![^]))`,
  'm',
);
const SHEBANG = /^#![^\n]*\n?/;

/** The first lines of `text` but for a `#!` line; those of an earlier version are replaced where they stand. `text` is undefined where there is none. */
export function withBlock(text: string | undefined, lines: readonly string[]): string {
  if (text === undefined) return `${renderBlock(lines, ALONE)}\n`;
  return withBlockAt(text, { at: SHEBANG.exec(text)?.[0].length ?? 0, lines });
}

/** The same, before the character `at`, which begins a line, or ends a text without a last line feed. */
export function withBlockAt(
  text: string,
  { at, lines }: { readonly at: number; readonly lines: readonly string[] },
): string {
  const found = BLOCK.exec(text);
  if (found !== null) {
    const [whole, alone = ''] = found;
    return splice(text, {
      begin: found.index,
      end: found.index + whole.length,
      by: `${renderBlock(lines, alone)}${whole.endsWith('\n') ? '\n' : ''}`,
    });
  }
  // Without a line feed at its end the block tells that the text had none there either.
  if (at < text.length || text.endsWith('\n'))
    return splice(text, { begin: at, end: at, by: `${renderBlock(lines)}\n` });
  return `${text}${text === '' ? '' : '\n'}${renderBlock(lines)}`;
}

/** The text as it was before; undefined where there was none. A text without a block comes back as it is. */
export function withoutBlock(text: string): string | undefined {
  const found = BLOCK.exec(text);
  if (found === null) return text;
  const [whole, alone] = found;
  const end = found.index + whole.length;
  const begin = whole.endsWith('\n') ? found.index : Math.max(0, found.index - 1);
  const rest = splice(text, { begin, end, by: '' });
  return rest === '' && alone !== undefined ? undefined : rest;
}

export function hasBlock(text: string): boolean {
  return BLOCK.test(text);
}

/** The lines between their comments, without a last line feed. */
export function renderBlock(lines: readonly string[], note = ''): string {
  return [`${BLOCK_BEGIN}${note}`, ...lines, BLOCK_END].join('\n');
}

function splice(
  text: string,
  { begin, end, by }: { readonly begin: number; readonly end: number; readonly by: string },
): string {
  return text.slice(0, begin) + by + text.slice(end);
}
