/** Pure: the paragraph for coding agents in AGENTS.md, put in, brought up to date and taken out again between two markers. */

import type { Edit } from './edit.ts';
import { AGENTS_PATH } from './places.ts';

const BEGIN = '<!-- spike-gate: begin -->';
const END = '<!-- spike-gate: end -->';
/** Not from a marker that has another one after it: its end is lost, and what follows is a person's. */
const BETWEEN = new RegExp(`^${BEGIN}$(?:(?!^${BEGIN}$)[\\s\\S])*?^${END}\\n?`, 'm');

/** `branches` are the patterns of `.spike.yml`. */
function block(branches: readonly string[]): string {
  return `${BEGIN}
## Spikes

On a branch ${branches.map((pattern) => `\`${pattern}\``).join(' or ')} a clock and a budget of identical failures are running. There:

- Run every command through \`spike-run\` (\`node_modules/.bin/spike-run\` where it is not on PATH): \`spike-run pytest -q\`. Where no
  spike may be open, \`spike-run --if-open pytest -q\` just runs the command.
- Exit 3 (the clock has expired) and exit 4 (the same failure too often) mean: stop, and report what was tried. Do not try
  again, and do not run the command without \`spike-run\`: edits in between do not reset the count.
- A refused \`git commit\` or \`git push\` says the reason and the next command. Report them; do not use \`--no-verify\`.
- Do not edit the git hooks, the ledger (\`command_log.jsonl\`), HYPOTHESIS.md once the spike has started, \`.spike.yml\` or \`.github/\`.
- \`spike status\` shows the time left, and the failures that were counted.
${END}
`;
}

/** As a change to a file that people keep. */
export function agentsEdit(branches: readonly string[]): Edit {
  return {
    path: AGENTS_PATH,
    why: 'tells an agent what the refusals mean',
    mode: 0o666,
    put: (text) => withParagraph(text, branches),
    take: withoutParagraph,
  };
}

/** `text` is undefined where there is no file. The rest of the file is untouched. */
export function withParagraph(text: string | undefined, branches: readonly string[]): string {
  const paragraph = block(branches);
  if (text === undefined) return paragraph;
  const found = findBlock(text);
  if (found !== undefined) return text.slice(0, found.begin) + paragraph + text.slice(found.end);
  // The line break in front is what `withoutParagraph` takes away with the block, whether or not the file ended in one.
  return `${text}\n${paragraph}`;
}

/** The file as it was before; undefined where it was not there before. */
export function withoutParagraph(text: string): string | undefined {
  const found = findBlock(text);
  if (found === undefined) return text;
  if (found.begin === 0 && found.end === text.length) return undefined;
  const rest = text.slice(found.end);
  // The line break in front goes too, unless it is all that keeps two lines of a person's apart.
  const isBlank = rest === '' || text[found.begin - 2] === '\n';
  return text.slice(0, Math.max(0, found.begin - (isBlank ? 1 : 0))) + rest;
}

export function hasParagraph(text: string): boolean {
  return findBlock(text) !== undefined;
}

/** From the begin marker to the end of the line of the end marker after it; nothing unless both are there, each on its own line. */
function findBlock(text: string): { readonly begin: number; readonly end: number } | undefined {
  const match = BETWEEN.exec(text);
  return match === null ? undefined : { begin: match.index, end: match.index + match[0].length };
}
