/** Observables that held somewhere else, at another time, or in another guise. */

import type { RunRecord, StartRecord } from '../../src/core/record.ts';
import { type Attack, attacksOf } from './attack.ts';
import { forged, sealedAnew } from './hands.ts';

const NEVER = 'expected sh check.sh to exit 0 on the sealed tree';

/** The run that held, and its start, changed. */
function instead(change: (record: StartRecord | RunRecord) => StartRecord | RunRecord) {
  return forged({
    edit: (records) =>
      records.map((record) =>
        (record.kind === 'start' || record.kind === 'run') && record.seq >= 3 ? change(record) : record,
      ),
  });
}

const DISGUISED = attacksOf(
  { row: 'something else is run in the place of the observable, such as a shell that forgives it' },
  [
    {
      name: 'the observable is run through a shell that forgives it',
      script: instead((record) => ({ ...record, argv: ['sh', '-c', 'sh check.sh || true'] })),
      rule: 'observable',
      says: NEVER,
      throughAction: true,
    },
    {
      name: 'the observable is run by a shell that names it alone',
      script: instead((record) => ({ ...record, argv: ['sh', '-c', 'sh check.sh'] })),
      rule: 'observable',
      says: 'found that it never held before the deadline',
    },
    {
      name: 'the observable is run by another path of the same program',
      script: instead((record) => ({ ...record, argv: ['/bin/sh', 'check.sh'] })),
      rule: 'observable',
      says: 'found that it never held before the deadline',
    },
    {
      name: 'the observable is run with another argument',
      script: instead((record) => ({ ...record, argv: ['sh', 'check.sh', '--dry-run'] })),
      rule: 'observable',
      says: 'found that it never held before the deadline',
    },
    {
      name: 'the observable is run in another folder, with a check of its own',
      script: instead((record) => (record.kind === 'start' ? { ...record, at: 'app' } : record)),
      rule: 'observable',
      says: 'found that it never held before the deadline',
    },
    {
      name: 'the observable is run outside the repository',
      script: instead((record) => {
        if (record.kind === 'run') return record;
        const { at: _, ...outside } = record;
        return outside;
      }),
      rule: 'observable',
      says: 'found that it never held before the deadline',
    },
  ],
);

const ELSEWHERE = attacksOf({ row: 'the observable held, then the code was changed, and the seal was forged' }, [
  {
    name: 'the code is changed after the observable held, and the seal speaks for it',
    script: sealedAnew({ files: { 'app/answer': 'yes, and more\n' } }),
    rule: 'observable',
    says: 'found that it held on other trees only',
    throughAction: true,
  },
  {
    name: 'files changed while the observable ran',
    script: instead((record) => {
      if (record.kind === 'start') return record;
      const { tree: _, ...without } = record;
      return without;
    }),
    rule: 'observable',
    says: 'found that it held on other trees only',
  },
]);

const FAILED = attacksOf({ row: 'a spike is shipped whose observable never held in time' }, [
  {
    name: 'the observable failed, and the seal says ship',
    script: instead((record) => {
      if (record.kind === 'start') return record;
      const { tree: _, ...without } = record;
      return { ...without, exit: 2 };
    }),
    rule: 'observable',
    says: 'found that it never held before the deadline',
  },
  {
    name: 'the observable was not run at all',
    script: forged({ keep: ({ seq }) => seq < 3 }),
    rule: 'observable',
    says: 'found that it never held before the deadline',
  },
  {
    name: 'the observable began in time and held after the deadline',
    script: instead((record) => (record.kind === 'run' ? { ...record, ts: record.ts + 5400 } : record)),
    rule: 'observable',
    says: 'found that it never held before the deadline',
  },
]);

export const OBSERVABLE_ATTACKS: readonly Attack[] = [...DISGUISED, ...ELSEWHERE, ...FAILED];
