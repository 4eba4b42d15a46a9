/** Markdown as GitHub's specification renders it, before GitHub sanitizes; and what a reader then sees. */

import { micromark, type Options } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Raw HTML passes, as it does on GitHub, and nothing is filtered: what breaks out must be seen here. */
export function renderMarkdown(markdown: string): string {
  return micromark(markdown, OPTIONS);
}

const OPTIONS: Options = {
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
};

/** Plain text of HTML that holds no tags but those named, with its entities read. */
export function readHtml(html: string, tags: readonly string[]): string {
  const bare = html.replace(new RegExp(`</?(?:${tags.join('|')})>`, 'g'), '');
  if (/[<>]/.test(bare)) throw new Error(`expected no tags but ${tags.join(', ')}, found ${JSON.stringify(html)}`);
  return bare.replace(/&(?:amp|lt|gt|quot|#(\d+));/g, (entity, code) =>
    code === undefined ? (NAMED.get(entity) ?? entity) : String.fromCodePoint(Number(code)),
  );
}

const NAMED = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
]);
