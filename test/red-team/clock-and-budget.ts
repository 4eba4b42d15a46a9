/** More time, more tries, or another time than the clock's. */

import type { LedgerRecord } from '../../src/core/record.ts';
import { delayed, firstRunIn, repeatRun } from '../support/forgery.ts';
import { type Attack, attacksOf } from './attack.ts';
import { chained, forged, LEDGER, moveMain } from './hands.ts';

const TWO_HOURS = 2 * 60 * 60;

const CLOCK = attacksOf({ row: "a clock longer than the target's tip allows" }, [
  {
    name: 'the tip has a shorter clock than the spike was opened with',
    script: (field) => ({ target: moveMain(field, { '.spike.yml': 'clock: 30m\n' }) }),
    rule: 'clock',
    says: "expected a clock of at most 30 minutes, as the target's tip allows, found 1 hour 30 minutes",
    throughAction: true,
  },
  {
    name: 'the ledger is opened anew with a deadline in ten days',
    script: forged({
      edit: (records) =>
        records.map((record) => (record.kind === 'open' ? { ...record, deadline: record.ts + 864_000 } : record)),
    }),
    rule: 'clock',
    says: "expected a clock of at most 1 hour 30 minutes, as the target's tip allows, found",
  },
]);

const LATE = attacksOf({ row: 'a command is run after the deadline' }, [
  {
    name: 'the observable held two hours later',
    script: forged({
      edit: (records) => records.map((record, index) => (index < 3 ? record : delayed(record, TWO_HOURS))),
    }),
    rule: 'clock',
    says: 'expected no run after the deadline, found one that began',
  },
  {
    name: 'the observable held in time, and another command was run two hours later',
    script: forged({
      edit: (records) =>
        repeatRun(records, { exit: 1, times: 1 }).map((record) =>
          record.seq < 1000 ? record : delayed(record, TWO_HOURS),
        ),
    }),
    rule: 'clock',
    says: 'expected no run after the deadline',
  },
]);

const BACK = attacksOf({ row: 'the time of a record is turned back, or does not follow the boot clock' }, [
  {
    name: 'a run ended before it began',
    script: written(({ record, ts }) =>
      record.kind === 'run' && record.exit === 0 ? { ...record, ts: ts - 60 } : record,
    ),
    rule: 'log',
    says: /expected ts of at least \d+, found/,
    file: LEDGER,
    throughAction: true,
  },
  {
    name: 'the wall clock is turned back, and the boot clock goes on',
    script: written(({ record, ts }) => {
      const later = delayed(record, TWO_HOURS);
      return record.kind === 'open' ? record : { ...later, ts };
    }),
    rule: 'log',
    says: 'expected ts to follow the boot clock, found another time',
    file: LEDGER,
  },
  {
    name: 'the deadline is before the opening',
    script: written(({ record, ts }) => (record.kind === 'open' ? { ...record, deadline: ts - 1 } : record)),
    rule: 'log',
    says: 'line 1: expected a deadline after the opening',
    file: LEDGER,
  },
]);

const BUDGET = attacksOf({ row: "a budget larger than the target's tip allows" }, [
  {
    name: 'the tip has a smaller budget than the spike was opened with',
    script: (field) => ({ target: moveMain(field, { '.spike.yml': 'budget: 2\n' }) }),
    rule: 'budget',
    says: "expected a budget of at most 2, as the target's tip allows, found 3",
    throughAction: true,
  },
  {
    name: 'the ledger is opened anew with a budget of a hundred',
    script: forged({ open: { budget: 100 } }),
    rule: 'budget',
    says: "expected a budget of at most 3, as the target's tip allows, found 100",
  },
  {
    name: 'the configuration of the head allows more',
    script: (field) => {
      forged({ open: { budget: 100 } })(field);
      field.commit('Allow more', { '.spike.yml': 'budget: 100\n' });
    },
    rule: 'budget',
    says: 'expected a budget of at most 3',
  },
]);

const SPENT = attacksOf({ row: 'a spike that has spent its budget is shipped' }, [
  {
    name: 'the same command failed three times',
    script: forged({ edit: (records) => repeatRun(records, { exit: 1, times: 2 }) }),
    rule: 'budget',
    says: 'found the budget spent: sh check.sh failed 3 times with exit status 1',
    throughAction: true,
  },
  {
    name: 'the same command was interrupted a hundred times, as the ledger has it',
    script: forged({ edit: (records) => repeatRun(records, { exit: 1, times: 100, over: { interrupted: true } }) }),
    rule: 'budget',
    says: 'found the budget spent',
  },
  {
    name: 'the same command was started three times and never ended',
    script: forged({
      edit: (records) =>
        repeatRun(records, { exit: 1, times: 3 }).filter(({ seq, kind }) => seq < 1000 || kind === 'start'),
    }),
    rule: 'budget',
    says: 'failed 3 times with exit status 137',
  },
  {
    name: 'the seal of a killed spike is forged into that of a shipped one',
    field: 'killed',
    script(field) {
      field.git('checkout', '--quiet', 'spike-evidence/users-email', '--', 'spikes');
      field.commit('Bring the bundle');
      forged({ seal: { decision: 'ship' } })(field);
    },
    rule: 'budget',
    says: 'found the budget spent',
  },
]);

/** Every record, and the seal, written so, chained and sealed anew as text: what no writer of ours would write. */
function written(change: (at: { record: LedgerRecord; ts: number }) => LedgerRecord) {
  return chained((lines) => {
    const records = lines.map((line): LedgerRecord => JSON.parse(line));
    const ts = firstRunIn(records)[0].ts;
    return records.map((record) => JSON.stringify(change({ record, ts })));
  });
}

export const CLOCK_AND_BUDGET_ATTACKS: readonly Attack[] = [...CLOCK, ...LATE, ...BACK, ...BUDGET, ...SPENT];
