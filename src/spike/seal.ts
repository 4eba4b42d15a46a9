/** Writes EVIDENCE.md and the seal, in that order and under the ledger's lock: a seal never speaks of a file that is not there. */

import { createHash } from 'node:crypto';
import { MAX_LEDGER_BYTES } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import type { Decision, StartRecord } from '../core/record.ts';
import type { Verdict } from '../core/verdict.ts';
import { renderEvidence, renderFacts } from '../evidence/render.ts';
import { letNothingThrough } from '../ledger/facts-file.ts';
import { type AttemptsHere, readAttempts } from '../ledger/read.ts';
import { sizeOfLedgers, writeEvidence } from '../ledger/spike-files.ts';
import { updateLedger } from '../ledger/store.ts';
import { closedAlready } from './closed.ts';
import type { Context } from './context.ts';
import type { Place } from './place.ts';
import type { Prospect } from './prospect.ts';

interface Closing {
  readonly decision: Decision;
  /** The person's reason, as written. */
  readonly paragraph: string;
  /** Asked under the lock, when nothing can be added any more: what was judged before the paragraph was written may have changed. */
  readonly survey: (attempts: AttemptsHere) => Prospect | { readonly refused: Verdict };
}

/** The seal's own record and its hash are for the ledger to say. */
const ROOM_FOR_THE_SEAL = 64 * 1024;

/** Gives the verdict where the survey refuses; nothing is written then. Throws `already-closed` where another process was faster. */
export function sealSpike(place: Place, closing: Closing, context: Context): Verdict | undefined {
  return updateLedger(place.directory, context.world, (ledger) => {
    const attempts = openAttempts(place, context);
    const { decision, paragraph } = closing;
    const prospect = closing.survey(attempts);
    if ('refused' in prospect) return prospect.refused;
    const { head, tree, change } = prospect;
    const seal = {
      kind: 'seal',
      decision,
      commit: head,
      tree,
      patch: change.patch,
      files: change.files,
      outside: change.outside,
    } as const;
    const { earlier, last } = attempts;
    const evidence = renderEvidence(renderFacts({ earlier, last, seal: { ...seal, ts: ledger.now() } }), paragraph);
    writeEvidence(place.directory, evidence);
    letNothingThrough(place.directory);
    ledger.append({ ...seal, evidence: createHash('sha256').update(evidence).digest('hex'), self: '' });
    return undefined;
  });
}

function openAttempts(place: Place, { world }: Context): AttemptsHere {
  const attempts = readAttempts(place.directory, world.isGone);
  if (attempts === undefined) {
    throw new SpikeError('not-started', `expected a ledger in ${place.directory}, found none`, { hint: 'spike start' });
  }
  const { alive, seal } = attempts.last;
  if (seal !== undefined) throw closedAlready(place, seal);
  if (alive[0] !== undefined) throw stillRunning(alive[0], world.self.pidns);
  const bytes = sizeOfLedgers(place.directory, attempts.last.open.attempt);
  if (bytes + ROOM_FOR_THE_SEAL > MAX_LEDGER_BYTES) {
    throw new SpikeError('refused', `expected ledgers of at most ${MAX_LEDGER_BYTES} bytes in all, found ${bytes}`, {
      hint: 'begin another spike, and keep long arguments in files: spike new <slug>',
    });
  }
  return attempts;
}

/** A pid means something in its own namespace alone. */
export function stillRunning({ pid, pidns }: StartRecord, ownNamespace: string | undefined): SpikeError {
  const here = pidns === ownNamespace;
  return new SpikeError('refused', `expected no running command, found process ${pid}${here ? '' : ` of ${pidns}`}`, {
    hint: here
      ? `wait for it, or end it: kill ${pid}; then run this again`
      : 'end the sandbox or container that it runs in, then run this again',
  });
}
