/** Writes EVIDENCE.md and the seal, in that order and under the ledger's lock: a seal never speaks of a file that is not there. */

import { createHash } from 'node:crypto';
import { SpikeError } from '../core/error.ts';
import type { Decision, SealRecord } from '../core/record.ts';
import { renderEvidence, renderFacts } from '../evidence/render.ts';
import { readAttempts } from '../ledger/read.ts';
import { writeEvidence } from '../ledger/spike-files.ts';
import { updateLedger } from '../ledger/store.ts';
import type { Context } from './context.ts';
import type { Place } from './place.ts';
import type { Prospect } from './prospect.ts';

interface Closing {
  readonly decision: Decision;
  /** The person's reason, as written. */
  readonly paragraph: string;
  readonly prospect: Prospect;
}

export function sealSpike(place: Place, closing: Closing, context: Context): SealRecord {
  return updateLedger(place.directory, context.world, (ledger) => {
    const attempts = readAttempts(place.directory, context.world.isGone);
    if (attempts === undefined)
      throw new SpikeError('not-started', `expected a ledger in ${place.directory}, found none`, {
        hint: 'spike start',
      });
    const { earlier, last } = attempts;
    const running = last.alive[0];
    if (running !== undefined) {
      throw new SpikeError('refused', `expected no running command, found process ${running.pid}`, {
        hint: `wait for it, or end it: kill ${running.pid}; then run this again`,
      });
    }
    const { decision, paragraph, prospect } = closing;
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
    const evidence = renderEvidence(renderFacts({ earlier, last, seal: { ...seal, ts: ledger.now() } }), paragraph);
    writeEvidence(place.directory, evidence);
    const { record } = ledger.append({
      ...seal,
      evidence: createHash('sha256').update(evidence).digest('hex'),
      self: '',
    });
    if (record.kind !== 'seal')
      throw new SpikeError('ledger-broken', `expected a seal, found a record of kind ${record.kind}`);
    return record;
  });
}
