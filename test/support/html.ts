/** Reads HTML as a Markdown parser writes it, tag by tag: enough to see what stands in it that should not. */

export type HtmlToken =
  /** `name` is in small letters; `text` is the whole tag. */
  | { readonly kind: 'tag'; readonly name: string; readonly closes: boolean; readonly text: string }
  | { readonly kind: 'comment'; readonly text: string }
  /** Entities are read. */
  | { readonly kind: 'text'; readonly text: string };

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|[^<]+|</gi;
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
]);

export function readTokens(html: string): readonly HtmlToken[] {
  return Array.from(html.matchAll(TOKEN), ({ 0: text, 1: slash, 2: name }): HtmlToken => {
    if (text.startsWith('<!--')) return { kind: 'comment', text };
    if (name === undefined) return { kind: 'text', text: readEntities(text) };
    return { kind: 'tag', name: name.toLowerCase(), closes: slash === '/', text };
  });
}

/** Those that the parsers and our own escaping write; any other stays, and is seen as what it is. */
export function readEntities(text: string): string {
  return text.replace(/&(?:([a-z]+)|#(\d+));/g, (entity, name, code) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    return NAMED.get(name) ?? entity;
  });
}
