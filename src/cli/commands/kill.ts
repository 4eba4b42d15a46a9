/** `spike kill`. */

import { EXIT_PASS } from '../../core/exit-code.ts';
import { discardCommand } from '../../spike/discard-command.ts';
import { killSpike } from '../../spike/kill.ts';
import { tellClosed } from '../closing-words.ts';
import { contextOf } from '../context.ts';
import { type Given, text } from '../given.ts';
import type { Io } from '../io.ts';
import { paragraphFor } from '../paragraph.ts';

const PROMPT = 'What was learnt? One paragraph for whoever tries this next: what failed, why, what to try instead.';

export async function kill(given: Given, io: Io): Promise<number> {
  const paragraph = async (): Promise<string> =>
    paragraphFor({ command: 'kill', given: text(given, 'message'), prompt: PROMPT }, io);
  const closed = await killSpike(paragraph, contextOf(io));
  tellClosed(closed, [...closed.push, discardCommand(closed.target, closed.spikeBranch)], { given, io });
  return EXIT_PASS;
}
