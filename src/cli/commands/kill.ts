/** `spike kill`. */

import { EXIT_PASS } from '../../core/exit-code.ts';
import { killSpike } from '../../spike/kill.ts';
import { tellClosed } from '../closing-words.ts';
import { contextOf } from '../context.ts';
import { type Given, text } from '../given.ts';
import type { Io } from '../io.ts';
import { paragraphFor } from '../paragraph.ts';

const PROMPT = 'What was learnt? One paragraph for whoever tries this next: what failed, why, what to try instead.';

/** The commands that discard are printed, never run: they are the person's to type. */
export async function kill(given: Given, io: Io): Promise<number> {
  const paragraph = async (): Promise<string> =>
    paragraphFor({ command: 'kill', given: text(given, 'message'), prompt: PROMPT }, io);
  const closed = await killSpike(paragraph, contextOf(io));
  tellClosed(
    closed,
    [`git push -u origin ${closed.branch}`, `git switch ${closed.target} && git branch -D ${closed.spikeBranch}`],
    { given, io },
  );
  return EXIT_PASS;
}
