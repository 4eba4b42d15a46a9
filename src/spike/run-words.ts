/** Pure: what a wrapped command is told after its own output: one line each, saying what would help and what would not. */

import type { Failure } from '../core/budget.ts';
import { renderCommand } from '../core/command-line.ts';
import { SpikeError } from '../core/error.ts';
import type { OpenRecord } from '../core/record.ts';
import { renderSpan } from '../core/span.ts';
import type { Ending } from '../process/runner.ts';

export type Speech =
  | { readonly kind: 'error'; readonly error: SpikeError }
  | { readonly kind: 'note'; readonly text: string };

const LAST_CALL_SECONDS = 10 * 60;
const MOST_OF_A_COMMAND = 200;

export interface Recorded {
  readonly open: OpenRecord;
  /** As they were recorded. */
  readonly argv: readonly string[];
  readonly ts: number;
  /** Set where this run was a failure. */
  readonly failure: Failure | undefined;
  /** `ts` of the run before. */
  readonly previousRun: number | undefined;
}

/** Whether this run spent the budget, or found it spent when it ended. */
export function hasSpent({ failure, open }: Recorded): boolean {
  return failure !== undefined && failure.count >= open.budget;
}

export function wordsAfter(recorded: Recorded): readonly Speech[] {
  if (hasSpent(recorded)) return [budgetSpent(recorded)];
  return [...lastButOne(recorded), ...lastCall(recorded)];
}

function budgetSpent({ argv, open, failure }: Recorded): Speech {
  const error = new SpikeError(
    'budget-exhausted',
    `${shorten(argv)} has now failed ${failure?.count} times in the same way, of ${open.budget} allowed: spike ${open.spike} is over`,
    { hint: 'spike kill -m "what was learnt" keeps it; running it again, editing or waiting opens nothing' },
  );
  return { kind: 'error', error };
}

function lastButOne({ argv, open, failure }: Recorded): readonly Speech[] {
  if (failure === undefined || failure.count !== open.budget - 1) return [];
  const text = `${shorten(argv)} has failed ${failure.count} of ${open.budget} times in the same way; once more ends the spike, and edits in between do not reset the count: find the cause by other commands before you run it again`;
  return [{ kind: 'note', text }];
}

/** Said by the first run that ends in the last ten minutes, which the ledger itself knows. */
function lastCall({ open, ts, previousRun }: Recorded): readonly Speech[] {
  const since = open.deadline - LAST_CALL_SECONDS;
  if (ts < since || ts >= open.deadline || (previousRun !== undefined && previousRun >= since)) return [];
  const text = `${renderSpan(open.deadline - ts)} left for spike ${open.spike}; nothing extends it: run ${shorten(open.observable.argv)} on what you would ship, then spike ship or spike kill`;
  return [{ kind: 'note', text }];
}

/** It ran, so its status is told; but no one will see it in the ledger. */
export function unrecorded({ exit }: Ending, cause: SpikeError): SpikeError {
  return new SpikeError(
    cause.code,
    `the command ran and ended with ${exit}, but that is not recorded, and will count as 137: ${cause.message}`,
    { ...(cause.hint === undefined ? {} : { hint: cause.hint }), cause },
  );
}

/** As a shell says it. */
export function unstarted(argv: readonly string[], reason: string): Speech {
  return { kind: 'error', error: new SpikeError('usage', `${shorten(argv.slice(0, 1))}: ${reason}`) };
}

function shorten(argv: readonly string[]): string {
  const text = renderCommand(argv);
  return text.length <= MOST_OF_A_COMMAND ? text : `${text.slice(0, MOST_OF_A_COMMAND)}…`;
}
