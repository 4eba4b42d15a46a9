/** `spike-run`: records that a command begins, runs it, records how it ended; or refuses, and records that. */

import type { TreeId } from '../core/brand.ts';
import { isObservable } from '../core/budget.ts';
import { SpikeError } from '../core/error.ts';
import { evaluateRun } from '../core/evaluate-run.ts';
import { EXIT_BUDGET, EXIT_CLOCK, EXIT_FINDING, exitCodeOf } from '../core/exit-code.ts';
import type { Standing } from '../core/facts.ts';
import type { Finding } from '../core/finding.ts';
import { fingerprint } from '../core/fingerprint.ts';
import type { Draft, OpenRecord, RefusalReason, StartRecord } from '../core/record.ts';
import { maskArguments } from '../core/secrets.ts';
import { snapshotTree } from '../git/snapshot.ts';
import { pathsIn } from '../ledger/control-directory.ts';
import type { OpenLedger } from '../ledger/ledger-writer.ts';
import { ledgerIn, type UpdateLedger } from '../ledger/store.ts';
import { findExecutable } from '../process/executable.ts';
import { refuseWhatCannotPass } from '../process/pass-on.ts';
import { type Ending, runToEnd } from '../process/runner.ts';
import type { Context } from './context.ts';
import { findRunPlace, placeInWorktree, type RunPlace, refuseAnotherSpike } from './run-place.ts';
import { hasSpent, notRun, type Recorded, type Speech, unrecorded, unstarted, wordsAfter } from './run-words.ts';

export interface RunRequest {
  readonly argv: readonly [string, ...string[]];
  /** Just run the command where no spike is open. */
  readonly ifOpen: boolean;
}

export interface RunEnding {
  readonly exit: number;
  /** The command died of Ctrl-C: end by it too, so that a shell's loop stops. */
  readonly raise?: 'SIGINT';
  /** Said after the command's own output. */
  readonly said: readonly Speech[];
}

/** Throws where nothing was run and nothing recorded. */
export async function runCommand({ argv, ifOpen }: RunRequest, context: Context): Promise<RunEnding> {
  const { cwd, env } = context;
  refuseWhatCannotPass({ argv, cwd, env });
  const command: Command = { argv, env, executable: findExecutable(argv[0], { cwd, path: env['PATH'] }) };
  const place = findRunPlace(context);
  if (place.kind === 'none') {
    if (!ifOpen) throw place.refusal();
    return endingWithout(command);
  }
  const update = ledgerIn(place.directory, context.world);
  const scene: Scene = { place, context, update };
  const begun = begin(command, scene);
  switch (begun.kind) {
    case 'sealed':
      if (ifOpen) return endingWithout(command);
      throw new SpikeError('already-closed', begun.finding.message, { hint: begun.finding.hint });
    case 'refused':
      return { exit: begun.exit, said: [{ kind: 'error', error: begun.error }] };
    case 'begun':
      return runBegun(command, begun, scene);
  }
}

type Spike = Extract<RunPlace, { kind: 'spike' }>;
type Command = Parameters<typeof runToEnd>[0];

type Begun =
  | {
      readonly kind: 'begun';
      readonly start: StartRecord;
      readonly open: OpenRecord;
      /** The tree that the observable is about to run on. */
      readonly before: TreeId | undefined;
    }
  | { readonly kind: 'refused'; readonly exit: number; readonly error: SpikeError }
  | { readonly kind: 'sealed'; readonly finding: Finding };

/**
 * The start is on the disk before this returns; what cannot be recorded is not run. The tree that the observable is to run on is taken
 * before, and by nobody who holds the lock: whoever is interrupted there has begun nothing.
 */
function begin(command: Command, scene: Scene, look?: { readonly before: TreeId | undefined }): Begun {
  const { argv, executable } = command;
  const { place, context, update } = scene;
  const { cwd, world } = context;
  const masked = maskArguments(argv);
  const at = place.worktree === undefined ? {} : { at: placeInWorktree(cwd, place.worktree) };
  const begun = update((ledger): Begun | 'look-first' => {
    const standing = ledger.standing();
    refuseAnotherSpike(standing.open, place);
    const finding = decisive(evaluateRun({ slug: standing.open.spike, now: ledger.now(), standing }), standing);
    if (finding?.rule === 'spike-open') return { kind: 'sealed', finding };
    if (finding !== undefined) return refuse(ledger, finding, { cwd, argv: masked });
    if (look === undefined && isObservable({ ...at, argv: masked }, standing.open.observable)) return 'look-first';
    const { record } = ledger.append({
      kind: 'start',
      cwd,
      ...at,
      argv: masked,
      ...(executable.kind === 'found' ? { exe: executable.resolved } : {}),
      ...world.self,
      ...ledger.reading(),
    });
    if (record.kind !== 'start')
      throw new SpikeError('ledger-broken', `expected a start, found a record of kind ${record.kind}`);
    return { kind: 'begun', start: record, open: standing.open, before: look?.before };
  });
  return begun === 'look-first' ? begin(command, scene, { before: snapshot(scene) }) : begun;
}

/** Of several ends the first one counts. */
function decisive(findings: readonly Finding[], { open, spent }: Standing): Finding | undefined {
  const budgetFirst = spent !== undefined && spent.ts < open.deadline;
  return (budgetFirst ? findings.find(({ rule }) => rule === 'budget') : undefined) ?? findings[0];
}

function refuse(
  ledger: OpenLedger,
  finding: Finding,
  run: { readonly cwd: string; readonly argv: readonly string[] },
): Begun {
  const expired = finding.rule === 'clock';
  const why: RefusalReason = expired ? 'clock-expired' : 'budget-exhausted';
  const standing = ledger.standing();
  const culprit = expired || standing.spent === undefined ? undefined : ledger.record(standing.spent.seq);
  const error = notRun(finding, { argv: run.argv, standing, culprit });
  try {
    ledger.append({ kind: 'refuse', ...run, why, ...ledger.reading() });
  } catch (cause) {
    // The command does not run either way, and why it may not is what helps.
    if (!(cause instanceof SpikeError)) throw cause;
  }
  return { kind: 'refused', exit: expired ? EXIT_CLOCK : EXIT_BUDGET, error };
}

interface Scene {
  readonly place: Spike;
  readonly context: Context;
  readonly update: UpdateLedger;
}

async function runBegun(
  command: Command,
  { start, open, before }: Extract<Begun, { kind: 'begun' }>,
  scene: Scene,
): Promise<RunEnding> {
  const ending = await runToEnd(command);
  const after = before !== undefined && ending.exit === open.observable.exit ? snapshot(scene) : undefined;
  const said = sayUnstarted(command, ending);
  try {
    const recorded = record(ending, { start, tree: before === after ? after : undefined }, scene);
    return { ...statusOf(ending, recorded), said: [...said, ...wordsAfter(recorded)] };
  } catch (error) {
    if (!(error instanceof SpikeError)) throw error;
    const exit = ending.exit === 0 ? EXIT_FINDING : ending.exit;
    return { ...statusOf({ ...ending, exit }), said: [...said, { kind: 'error', error: unrecorded(ending, error) }] };
  }
}

function snapshot({ place: { directory, worktree }, context }: Scene): TreeId | undefined {
  return worktree === undefined
    ? undefined
    : snapshotTree(worktree, { env: context.env, objects: pathsIn(directory).objects });
}

interface Outcome {
  readonly start: StartRecord;
  readonly tree: TreeId | undefined;
}

function record(ending: Ending, { start, tree }: Outcome, { update }: Scene): Recorded {
  const { exit, ms, signal, interrupted } = ending;
  const { cwd, argv, at } = start;
  const draft: Draft = {
    kind: 'run',
    of: start.seq,
    cwd,
    argv,
    exit,
    fp: fingerprint({ cwd, argv, exit }),
    ms,
    ...(signal === undefined ? {} : { signal }),
    ...(interrupted && exit !== 0 ? { interrupted: true } : {}),
    ...(tree === undefined ? {} : { tree }),
  };
  return update((ledger) => {
    const previousRun = ledger.latestRun();
    const {
      record: { ts },
      failure,
      freeInterruptions,
    } = ledger.append(draft);
    return { open: ledger.standing().open, argv, at, ts, failure, freeInterruptions, previousRun };
  });
}

/** For a command that no spike is open for. */
async function endingWithout(command: Command): Promise<RunEnding> {
  const ending = await runToEnd(command);
  return { ...statusOf(ending), said: sayUnstarted(command, ending) };
}

function sayUnstarted({ argv }: Command, { unstarted: reason }: Ending): readonly Speech[] {
  return reason === undefined ? [] : [unstarted(argv, reason)];
}

function statusOf({ exit, signal }: Ending, recorded?: Recorded): Pick<RunEnding, 'exit' | 'raise'> {
  const status = { exit: recorded !== undefined && hasSpent(recorded) ? exitCodeOf('budget-exhausted') : exit };
  return signal === 'SIGINT' ? { ...status, raise: signal } : status;
}
