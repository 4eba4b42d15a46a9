/** Markdown as GitHub renders it, by its own cmark-gfm, before it sanitizes; and what a reader then sees. */

import { spawnSync } from 'node:child_process';

const EXTENSIONS = ['autolink', 'strikethrough', 'table', 'tasklist'].flatMap((name) => ['--extension', name]);

export function renderMarkdown(markdown: string): string {
  const { stdout, status, error } = spawnSync('cmark-gfm', ['--unsafe', ...EXTENSIONS], {
    input: markdown,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error !== undefined || status !== 0) {
    throw new Error('cmark-gfm is needed on PATH; on Debian: apt-get install cmark-gfm', { cause: error });
  }
  return stdout;
}

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
