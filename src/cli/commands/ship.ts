/** `spike ship`. */

import { EXIT_FINDING, EXIT_PASS } from '../../core/exit-code.ts';
import { renderVerdictJson } from '../../report/json.ts';
import { renderVerdict } from '../../report/terminal.ts';
import { shipSpike } from '../../spike/ship.ts';
import { tellClosed } from '../closing-words.ts';
import { contextOf } from '../context.ts';
import { flag, type Given, text } from '../given.ts';
import type { Io } from '../io.ts';
import { paragraphFor } from '../paragraph.ts';
import { talkStyle } from '../say.ts';

const PROMPT = 'Why does this ship? One paragraph for the reviewer: what was tried, what was seen, what remains.';

export async function ship(given: Given, io: Io): Promise<number> {
  const paragraph = async (): Promise<string> =>
    paragraphFor({ command: 'ship', given: text(given, 'message'), prompt: PROMPT }, io);
  const shipping = await shipSpike(paragraph, contextOf(io));
  if (shipping.kind === 'refused') {
    if (flag(given, 'json')) io.stdout.write(renderVerdictJson(shipping.verdict));
    else io.stderr.write(renderVerdict(shipping.verdict, talkStyle(io)));
    return EXIT_FINDING;
  }
  const { closed } = shipping;
  tellClosed(closed, ['spike gate', ...closed.push], { given, io });
  return EXIT_PASS;
}
