/** Ledgers written anew or taken from elsewhere, which something outside them contradicts. */

import type { LedgerRecord } from '../../src/core/record.ts';
import { parseSlug } from '../../src/core/slug.ts';
import { forge, withoutFailures } from '../support/forgery.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import { type Attack, attacksOf } from './attack.ts';
import { BUNDLE, fileAt, forged, LEDGER, publish, SPIKE, tampered } from './hands.ts';

const OTHER = 'spikes/other/command_log.jsonl';

const ANEW = attacksOf(
  { row: 'the ledger is chained anew without its failures, and the commits keep their trailers' },
  [
    {
      name: 'the failures are taken out, and the ledger chained and sealed anew',
      script: forged({ edit: withoutFailures }),
      rule: 'trailers',
      says: 'expected the ledger of users-email to hold record 2 with hash',
      throughAction: true,
    },
    {
      name: 'a failure is made a pass, and the ledger chained and sealed anew',
      script: forged({
        edit: (records) => records.map((record) => (record.kind === 'run' ? { ...record, exit: 0 } : record)),
      }),
      rule: 'trailers',
      says: 'expected the ledger of users-email to hold record 2 with hash',
    },
    {
      name: 'a run of another spike is spliced in, and the ledger chained and sealed anew',
      script: forged((field) => ({
        edit: ([open, ...rest]) => {
          const [, start, run] = recordsOf(field, 'spike/other', OTHER);
          return [open, start, run, ...rest].flatMap((record) => record ?? []).map(movedAside);
        },
      })),
      rule: 'trailers',
      says: 'expected the ledger of users-email to hold record 2 with hash',
    },
    {
      name: 'the failures are taken out, and the evidence stays as it was',
      script: tampered((field) => {
        field.write(LEDGER, forge(fileAt(field, SPIKE, LEDGER), { edit: withoutFailures }).ledger);
      }),
      rule: 'evidence',
      says: 'expected the facts to be those of the ledger, found them edited',
    },
  ],
);

/** Numbers of two ledgers that do not meet, and the times of the first. */
function movedAside(record: LedgerRecord, index: number, all: readonly LedgerRecord[]): LedgerRecord {
  const ts = all[0]?.ts ?? 0;
  const up = all[0]?.kind === 'open' ? all[0].up : 0;
  if (index !== 1 && index !== 2) return record;
  if (record.kind === 'run') return { ...record, ts, seq: 901, of: 900 };
  return record.kind === 'start' ? { ...record, ts, up, seq: 900 } : record;
}

function recordsOf(field: TestRepository, at: string, file: string): readonly LedgerRecord[] {
  return fileAt(field, at, file)
    .trimEnd()
    .split('\n')
    .map((line): LedgerRecord => JSON.parse(line));
}

const REPLAYED = attacksOf({ row: 'the ledger of another spike is put in its place' }, [
  {
    name: 'the ledger of another spike is put in its place',
    script: tampered((field) => void field.write(LEDGER, fileAt(field, 'spike/other', OTHER))),
    rule: 'log',
    says: 'expected the ledger of users-email, found that of other',
  },
  {
    name: 'the whole bundle of another spike is put in its place',
    script: tampered((field) => {
      for (const name of ['command_log.jsonl', 'EVIDENCE.md', 'HYPOTHESIS.md']) {
        field.write(`${BUNDLE}/${name}`, fileAt(field, 'spike/other', `spikes/other/${name}`));
      }
    }),
    rule: 'log',
    says: 'expected the ledger of users-email, found that of other',
  },
  {
    name: 'the bundle is copied for a branch that was never a spike',
    script: (field) => {
      field.git('switch', '--quiet', '--detach', 'main');
      field.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
      field.git('mv', BUNDLE, 'spikes/third');
      field.commit('Answer yes', { 'app/answer': 'yes\n' });
      return { branch: 'spike/third' };
    },
    rule: 'log',
    says: 'expected the ledger of third, found that of users-email',
  },
]);

const RENAMED = attacksOf({ row: 'the ledger of another spike is renamed, chained anew and put in its place' }, [
  {
    name: 'the ledger of another spike is renamed, chained and sealed anew',
    script: tampered((field) => {
      const open = { spike: parseSlug('users-email'), branch: SPIKE };
      publish(field, forge(fileAt(field, 'spike/other', OTHER), { open }));
    }),
    rule: 'trailers',
    says: 'expected the ledger of users-email to hold record 2 with hash',
  },
]);

const HELD = attacksOf({ row: 'a bundle that the target holds is replaced by another history of the spike' }, [
  {
    name: 'the target holds another history of the spike',
    script(field) {
      field.git('switch', '--quiet', '--detach', 'main');
      field.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
      publish(field, forge(fileAt(field, SPIKE, LEDGER), { edit: withoutFailures }));
      field.commit('What was merged before');
      const target = field.git('rev-parse', 'HEAD');
      field.git('switch', '--quiet', '--detach', SPIKE);
      return { target };
    },
    rule: 'log',
    says: 'expected the attempts that the target holds of this spike among these, found another history',
    throughAction: true,
  },
  {
    name: 'the target holds the evidence of the kill, and the spike ships after all',
    field: 'killed',
    script(field) {
      const target = field.git('rev-parse', 'spike-evidence/users-email');
      field.git('merge', '--quiet', '--no-edit', target);
      const ledger = fileAt(field, target, LEDGER);
      publish(field, forge(ledger, { edit: withoutFailures, seal: { decision: 'ship' } }));
      field.commit('Ship it');
      return { target };
    },
    rule: 'log',
    says: 'found another history',
  },
]);

export const LEDGER_ANEW_ATTACKS: readonly Attack[] = [...ANEW, ...REPLAYED, ...RENAMED, ...HELD];
