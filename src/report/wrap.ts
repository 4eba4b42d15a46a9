/** Pure: breaks what is said to a terminal between words, so that no word is torn at its edge. */

/** A terminal that is narrower, or tells no width, breaks lines better itself. */
const NARROWEST = 40;

/** `text` as it stands behind `label`: what does not fit goes on below the beginning of the text. No word is cut, so that each can be copied. */
export function hang(label: string, text: string, width = 0): string {
  if (width < NARROWEST) return text;
  const room = width - label.length;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && [...longer].length <= room) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(label.length)}`);
}
