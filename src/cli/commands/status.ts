/** `spike status`. */

import { SpikeError } from '../../core/error.ts';
import { EXIT_PASS } from '../../core/exit-code.ts';
import { renderStatusJson } from '../../report/json.ts';
import { renderStatus, renderStatusShort, type StatusPage } from '../../report/status.ts';
import { ledgerNow } from '../../spike/now.ts';
import { pushCommands } from '../../spike/push-commands.ts';
import { startedHere } from '../../spike/started.ts';
import { contextOf } from '../context.ts';
import { flag, type Given } from '../given.ts';
import type { Io } from '../io.ts';
import { outStyle } from '../say.ts';

export async function status(given: Given, io: Io): Promise<number> {
  if (flag(given, 'short')) return short(io);
  const view = viewHere(io);
  io.stdout.write(flag(given, 'json') ? renderStatusJson(view) : renderStatus(view, outStyle(io)));
  return EXIT_PASS;
}

/** A prompt is drawn everywhere: where there is no spike there is nothing to say, and nothing fails. */
function short(io: Io): number {
  try {
    io.stdout.write(`${renderStatusShort(viewHere(io))}\n`);
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
    if (error.code !== 'not-started' && error.code !== 'not-a-repository') throw error;
  }
  return EXIT_PASS;
}

function viewHere(io: Io): StatusPage {
  const context = contextOf(io);
  const { place, attempts } = startedHere(context);
  return {
    attempt: attempts.last,
    now: ledgerNow(attempts, context),
    push: (branch) => pushCommands(place.worktree.top, branch),
  };
}
