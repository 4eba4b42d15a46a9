/** Pure: what a wrapped command is told after its own output: one line each, saying what would help and what would not. */

import { type Failure, FREE_INTERRUPTIONS } from '../core/budget.ts';
import { sameArguments } from '../core/chain.ts';
import { renderCommand } from '../core/command-line.ts';
import { SpikeError } from '../core/error.ts';
import type { Standing } from '../core/facts.ts';
import type { Finding } from '../core/finding.ts';
import { ABANDONED_EXIT } from '../core/fingerprint.ts';
import type { LedgerRecord, OpenRecord } from '../core/record.ts';
import { count, renderSpan } from '../core/span.ts';
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
  /** The folder it ran in, from the top of the worktree; missing outside of one. */
  readonly at: string | undefined;
  readonly ts: number;
  /** Set where this run was a failure. */
  readonly failure: Failure | undefined;
  /** Set where it was interrupted and that was free: which such interruption of it, from 1. */
  readonly freeInterruptions: number | undefined;
  /** `ts` of the run before. */
  readonly previousRun: number | undefined;
}

/** Whether this run spent the budget, or found it spent when it ended. */
export function hasSpent({ failure, open }: Recorded): boolean {
  return failure !== undefined && failure.count >= open.budget;
}

export function wordsAfter(recorded: Recorded): readonly Speech[] {
  if (hasSpent(recorded)) return [budgetSpent(recorded)];
  return [
    ...elsewhere(recorded),
    ...lastFree(recorded),
    ...lastButOne(recorded),
    ...lastCall(recorded),
    ...late(recorded),
  ];
}

function budgetSpent({ argv, open, failure }: Recorded): Speech {
  const error = new SpikeError(
    'budget-exhausted',
    `${shorten(argv)} has now failed ${count(failure?.count ?? 0, 'time')} in the same way, of ${open.budget} allowed: spike ${open.spike} is over`,
    { hint: 'spike kill -m "what was learnt" keeps it; running it again, editing or waiting opens nothing' },
  );
  return { kind: 'error', error };
}

function lastButOne({ argv, open, failure }: Recorded): readonly Speech[] {
  if (failure === undefined || failure.count !== open.budget - 1) return [];
  const text = `${shorten(argv)} has failed ${failure.count} of ${open.budget} times in the same way; once more ends the spike, and edits in between do not reset the count: find the cause by other commands before you run it again`;
  return [{ kind: 'note', text }];
}

/** Whoever types the observable's words expects them to be the observable. */
function elsewhere({ argv, at, open: { observable } }: Recorded): readonly Speech[] {
  if (at === observable.cwd || !sameArguments(argv, observable.argv)) return [];
  const folder = observable.cwd === '.' ? 'at the top of the repository' : `in ${observable.cwd}`;
  return [{ kind: 'note', text: `this does not count as the observable, which runs ${folder}` }];
}

function lastFree({ argv, freeInterruptions }: Recorded): readonly Speech[] {
  if (freeInterruptions !== FREE_INTERRUPTIONS) return [];
  const text = `${shorten(argv)} was interrupted ${count(freeInterruptions, 'time')}; from now on each interruption of it counts as a failure`;
  return [{ kind: 'note', text }];
}

/** It began in time, so it counts; only what follows does not. */
function late({ ts, open }: Recorded): readonly Speech[] {
  if (ts < open.deadline) return [];
  const text = `the deadline of spike ${open.spike} passed while this ran: it is recorded, but nothing more is run: spike ship if the observable held in time, else spike kill`;
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

interface Refused {
  readonly argv: readonly string[];
  readonly standing: Standing;
  /** The record that spent the budget, where that is why. */
  readonly culprit: LedgerRecord | undefined;
}

/** Why `argv` was not run. */
export function notRun({ rule, message, hint }: Finding, { argv, standing, culprit }: Refused): SpikeError {
  const { open, spent } = standing;
  const code = rule === 'clock' ? 'clock-expired' : 'budget-exhausted';
  const failed =
    spent === undefined || (culprit?.kind !== 'run' && culprit?.kind !== 'start')
      ? message
      : `the failure budget of spike ${open.spike} is spent: ${shorten(culprit.argv)} failed ${count(open.budget, 'time')} with exit status ${culprit.kind === 'run' ? culprit.exit : ABANDONED_EXIT} (fingerprint ${spent.fp})`;
  return new SpikeError(code, `${shorten(argv)} was not run: ${failed}`, { hint });
}

/** As a shell says it. */
export function unstarted(argv: readonly string[], reason: string): Speech {
  const [name = ''] = argv;
  const isLine = argv.length === 1 && /\s/.test(name.trim());
  const hint = isLine ? { hint: `leave the quotes away: spike-run ${clip(name)}` } : {};
  return { kind: 'error', error: new SpikeError('usage', `${shorten([name])}: ${reason}`, hint) };
}

function shorten(argv: readonly string[]): string {
  return clip(renderCommand(argv));
}

function clip(text: string): string {
  return text.length <= MOST_OF_A_COMMAND ? text : `${text.slice(0, MOST_OF_A_COMMAND)}…`;
}
