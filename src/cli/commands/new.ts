/** `spike new`. */

import { EXIT_PASS } from '../../core/exit-code.ts';
import { newSpike } from '../../spike/new.ts';
import { contextOf } from '../context.ts';
import { openEditor } from '../editor.ts';
import { type Given, text } from '../given.ts';
import { hooksNote } from '../hooks-note.ts';
import { type Io, isInteractive } from '../io.ts';
import { talk } from '../say.ts';

/** The branch and the draft are said before an editor takes the screen: it may fail. */
export async function begin(given: Given, io: Io): Promise<number> {
  const spike = await newSpike(given.args[0] ?? '', text(given, 'target'), contextOf(io));
  const { branch, draft, target, base } = spike;
  talk(io, [
    ...hooksNote(spike.missingHooks),
    `spike: it starts at ${base.slice(0, 12)} and will merge into ${target}`,
    `spike: on branch ${branch}; the hypothesis to fill in is`,
  ]);
  io.stdout.write(`${draft}\n`);
  const failure = isInteractive(io) ? openEditor(draft, io) : undefined;
  talk(
    io,
    failure === undefined
      ? ['spike: next: spike start']
      : [`spike: note: ${failure}`, 'spike: next: edit it, then spike start'],
  );
  return EXIT_PASS;
}
