/** The person's paragraph: what `-m` gave, else what they write in their editor. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpikeError } from '../core/error.ts';
import { openEditor } from './editor.ts';
import { type Io, isInteractive } from './io.ts';

interface Question {
  /** `ship` or `kill`. */
  readonly command: string;
  readonly given: string | undefined;
  readonly prompt: string;
}

/** Throws `reason-missing` where nothing was written. */
export function paragraphFor({ command, given, prompt }: Question, io: Io): string {
  const written = given ?? (isInteractive(io) ? writeInEditor(prompt, io) : '');
  const paragraph = written.trim();
  if (paragraph !== '') return paragraph;
  throw new SpikeError('reason-missing', `expected a paragraph that gives the reason, found none`, {
    hint: `spike ${command} -m "why"`,
  });
}

/** Lines of the prompt are comments of Markdown, so that a line may begin with anything. */
function writeInEditor(prompt: string, io: Io): string {
  const folder = mkdtempSync(join(tmpdir(), 'spike-gate-paragraph-'));
  const file = join(folder, 'DECISION.md');
  const comment = `<!-- ${prompt} -->`;
  try {
    writeFileSync(file, `\n${comment}\n`);
    const failure = openEditor(file, io);
    if (failure !== undefined) throw new SpikeError('usage', failure, { hint: 'set EDITOR, or give the text with -m' });
    return readFileSync(file, 'utf8').replace(comment, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
