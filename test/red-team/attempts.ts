/** Attempts that are left out, invented, or more than are allowed. */

import { forge, type Wishes, withoutFailures } from '../support/forgery.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import { type Attack, attacksOf } from './attack.ts';
import { BUNDLE, EVIDENCE, edit, FIRST_LEDGER, fileAt, LEDGER, moveMain, publish, SPIKE, tampered } from './hands.ts';

const OUT = attacksOf(
  { row: "an earlier attempt's ledger is left out, cut, or replaced by another", field: 'retried' },
  [
    {
      name: 'the ledger of the first attempt is left out',
      script: tampered((field) => field.remove(FIRST_LEDGER)),
      rule: 'attempts',
      says: 'expected the ledgers of attempts 1 to 2, found those of 2',
      throughAction: true,
    },
    {
      name: 'the ledger of the first attempt is cut before its failures',
      script: tampered((field) => edit(field, FIRST_LEDGER, (text) => `${text.split('\n')[0]}\n`)),
      rule: 'log',
      says: 'attempt 2: expected it to be joined to the attempt before, found another ledger there',
    },
    {
      name: 'the ledger of the first attempt stands under another number',
      script: tampered((field) => void field.git('mv', FIRST_LEDGER, `${BUNDLE}/attempts/7.jsonl`)),
      rule: 'log',
      says: 'expected the ledger of attempt 7, found that of 1',
    },
    {
      name: 'the ledger of the first attempt stands there twice',
      script: tampered((field) => void field.write(`${BUNDLE}/attempts/2.jsonl`, fileAt(field, SPIKE, FIRST_LEDGER))),
      rule: 'log',
      says: 'expected the ledger of attempt 2, found that of 1',
    },
    {
      name: 'the two ledgers change places',
      script: tampered((field) => {
        field.write(FIRST_LEDGER, fileAt(field, SPIKE, LEDGER));
        field.write(LEDGER, fileAt(field, SPIKE, FIRST_LEDGER));
      }),
      rule: 'log',
      says: 'expected the ledger of attempt 1, found that of 2',
    },
    {
      name: 'the second attempt is made the first, chained and sealed anew',
      script: tampered((field) => {
        field.remove(FIRST_LEDGER);
        publish(
          field,
          forge(fileAt(field, SPIKE, LEDGER), {
            edit: ([open, ...rest]) => (open?.kind === 'open' ? [first(open), ...rest] : rest),
          }),
        );
      }),
      rule: 'trailers',
      says: 'expected the ledger of users-email to hold record 0 with hash',
    },
  ],
);

function first<Open extends { readonly attempt: number }>(open: Open) {
  const { previous: _, reason: __, ...rest } = { previous: undefined, reason: undefined, ...open };
  return { ...rest, attempt: 1 };
}

const JOINED = attacksOf(
  { row: 'an attempt is not joined to the one before: another branch, an earlier time, another spike' },
  [
    {
      name: 'the second attempt was opened on another branch',
      field: 'retried',
      script: joinedAnew({ open: { branch: 'spike/elsewhere' } }),
      rule: 'log',
      says: 'attempt 2: expected the branch of the attempt before, spike/users-email, found spike/elsewhere',
    },
    {
      name: 'the second attempt was opened before the first was over',
      field: 'retried',
      script: joinedAnew({
        edit: (records) =>
          records.map((record) =>
            record.kind === 'open'
              ? { ...record, boot: 'another', ts: record.ts - 600, deadline: record.deadline - 600 }
              : record,
          ),
      }),
      rule: 'log',
      says: 'attempt 2: expected it to open after the attempt before, found an earlier time',
    },
    {
      name: 'the first attempt is one of another spike',
      script: tampered((field) => {
        const earlier = fileAt(field, 'spike/other', 'spikes/other/command_log.jsonl');
        field.write(FIRST_LEDGER, earlier);
        publish(
          field,
          forge(fileAt(field, SPIKE, LEDGER), { earlier: [earlier], open: { attempt: 2, reason: 'Again' } }),
        );
      }),
      rule: 'log',
      says: 'attempt 1: expected the ledger of users-email, found that of other',
    },
  ],
);

function joinedAnew(wishes: Wishes): Attack['script'] {
  return tampered((field) => {
    publish(field, forge(fileAt(field, SPIKE, LEDGER), { earlier: [fileAt(field, SPIKE, FIRST_LEDGER)], ...wishes }));
  });
}

const MORE = attacksOf({ row: "more attempts than the target's tip allows", field: 'retried' }, [
  {
    name: 'the tip allows one attempt, and the second shipped',
    script: (field) => ({ target: moveMain(field, { '.spike.yml': 'attempts: 1\n' }) }),
    rule: 'attempts',
    says: 'expected fewer than 1 attempt to have ended without shipping before this one, found 1',
  },
  {
    name: 'a third attempt is begun after two that did not ship',
    script: tampered((field) => {
      const one = fileAt(field, SPIKE, FIRST_LEDGER);
      const whole = fileAt(field, SPIKE, LEDGER);
      const two = forge(whole, { earlier: [one], keep: ({ kind }) => kind === 'open' }).ledger.split('\n')[0];
      field.write(`${BUNDLE}/attempts/2.jsonl`, `${two}\n`);
      publish(field, forge(whole, { earlier: [one, `${two}\n`], open: { attempt: 3, reason: 'Once more' } }));
    }),
    rule: 'attempts',
    says: 'expected fewer than 2 attempts to have ended without shipping before this one, found 2',
  },
]);

const EARLIER = attacksOf(
  {
    row: 'the ledger is set back to an earlier seal of its own, or an earlier attempt is rewritten',
    field: 'reviewed',
  },
  [
    {
      name: 'the bundle of the first attempt, with its genuine seal, is proposed with the code of the second',
      script: tampered((field) => firstBundle(field)),
      rule: 'seal',
      says: 'expected the patch that was sealed, found other changes',
      throughAction: true,
    },
    {
      name: 'the bundle of the first attempt is proposed with the code of the first, on top of the second',
      script: tampered((field) => {
        firstBundle(field);
        field.write('app/answer', 'yes\n');
      }),
      rule: 'trailers',
      says: 'expected the ledger of users-email to hold record 0 with hash',
    },
    {
      name: 'the ledger of the second attempt is that of the first once more',
      script: tampered((field) => void field.write(LEDGER, fileAt(field, SPIKE, FIRST_LEDGER))),
      rule: 'attempts',
      says: 'expected the ledgers of attempts 1 to 1, found those of 1, 1',
    },
    {
      name: 'the failures of the first attempt are taken out, and both are chained and sealed anew',
      script: tampered((field) => {
        const one = forge(fileAt(field, SPIKE, FIRST_LEDGER), { edit: withoutFailures }).ledger;
        field.write(FIRST_LEDGER, one);
        publish(field, forge(fileAt(field, SPIKE, LEDGER), { earlier: [one] }));
      }),
      rule: 'trailers',
      says: 'expected the ledger of users-email to hold record 2 with hash',
    },
  ],
);

function firstBundle(field: TestRepository): void {
  const shipped = field.git('log', '--format=%H', '--reverse', SPIKE, '--', BUNDLE).split('\n')[0] ?? '';
  field.remove(FIRST_LEDGER);
  field.write(LEDGER, fileAt(field, shipped, LEDGER));
  field.write(EVIDENCE, fileAt(field, shipped, EVIDENCE));
}

export const ATTEMPT_ATTACKS: readonly Attack[] = [...OUT, ...JOINED, ...MORE, ...EARLIER];
