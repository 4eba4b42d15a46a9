/** `spike new`. */

import { EXIT_PASS } from '../../core/exit-code.ts';
import { newSpike } from '../../spike/new.ts';
import { contextOf } from '../context.ts';
import { openEditor } from '../editor.ts';
import { type Given, text } from '../given.ts';
import { type Io, isInteractive } from '../io.ts';
import { talk } from '../say.ts';

export async function begin(given: Given, io: Io): Promise<number> {
  const { branch, draft } = await newSpike(given.args[0] ?? '', text(given, 'target'), contextOf(io));
  if (isInteractive(io)) openEditor(draft, io);
  talk(io, [`spike: on branch ${branch}; the hypothesis to fill in is`]);
  io.stdout.write(`${draft}\n`);
  talk(io, ['spike: next: spike start']);
  return EXIT_PASS;
}
