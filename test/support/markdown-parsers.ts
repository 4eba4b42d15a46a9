/** Three readers of GitHub's Markdown that share no code. Raw HTML passes in each, so that what breaks out is seen. */

import { spawnSync } from 'node:child_process';
import MarkdownIt from 'markdown-it';
import { renderMarkdown } from './markdown.ts';

export interface MarkdownParser {
  readonly name: string;
  /** To HTML. */
  readonly parse: (markdown: string) => string;
  /** How many cases it reads at once: one grows slow on long documents, another is a process to be started. */
  readonly atOnce: number;
}

export const MICROMARK: MarkdownParser = { name: 'micromark', parse: renderMarkdown, atOnce: 20 };
export const FAST_PARSERS: readonly MarkdownParser[] = [
  { name: 'markdown-it', parse: createMarkdownIt(), atOnce: 2000 },
  { name: 'cmark-gfm', parse: renderWithCmark, atOnce: 20_000 },
];
export const PARSERS = [MICROMARK, ...FAST_PARSERS];

function createMarkdownIt(): (markdown: string) => string {
  const parser = new MarkdownIt({ html: true, linkify: true });
  // Its guesses at bare names, for which `setup.py` is a site: no host of ours makes them.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('//', null);
  return (markdown) => parser.render(markdown);
}

const EXTENSIONS = ['autolink', 'table', 'strikethrough', 'tagfilter', 'tasklist', 'footnotes'];

/** The program that GitHub made of the reference parser for its own pages. */
function renderWithCmark(markdown: string): string {
  const args = ['--unsafe', ...EXTENSIONS.flatMap((extension) => ['-e', extension])];
  const { status, stdout, stderr, error } = spawnSync('cmark-gfm', args, {
    input: markdown,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`expected cmark-gfm to exit 0, found ${status}: ${stderr}`);
  return stdout;
}
