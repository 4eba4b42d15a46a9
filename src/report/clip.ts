/** Pure: bounds on text and lists that never hide that there is more. EVIDENCE.md is made of this too: its output is part of that format. */

/** The beginning of `text` as `dress` writes it, and how much was left out. `dress` escapes: the bound is on what it is given. */
export function clip(text: string, limit: number, dress: (text: string) => string): string {
  if (text.length <= limit) return dress(text);
  const shown = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return `${dress(shown)}… (${text.length - shown.length} more characters)`;
}

/** As `clip`, and at most twice `limit` as written: a character may be dressed in twenty, and a place has only so much room. */
export function bound(text: string, limit: number, dress: (text: string) => string): string {
  for (let shown = limit; ; shown = Math.floor(shown / 2)) {
    const dressed = clip(text, shown, dress);
    if (dressed.length <= 2 * limit || shown === 0) return dressed;
  }
}

/** Each of the first `limit` items, then one line for all the others. */
export function listSome<Item>(items: readonly Item[], limit: number, line: (item: Item) => string): readonly string[] {
  const shown = items.slice(0, limit).map(line);
  return items.length > limit ? [...shown, `and ${items.length - limit} more`] : shown;
}

/** Line breaks and tabs become spaces; everything else stays for the escaper to judge. */
export function oneLine(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim();
}
