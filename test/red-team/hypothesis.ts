/** Hypotheses that were changed once the work had begun. */

import { forge } from '../support/forgery.ts';
import { type Attack, attacksOf } from './attack.ts';
import { EVIDENCE, edit, FIRST_LEDGER, fileAt, forged, HYPOTHESIS, LEDGER, SPIKE, tampered } from './hands.ts';

const edited = (change: (text: string) => string) => tampered((field) => edit(field, HYPOTHESIS, change));
const widen = (text: string): string => text.replace('- app/', '- app/\n- lib/');

const EDITED = attacksOf({ row: 'HYPOTHESIS.md is edited after the start, its paths widened, or deleted' }, [
  {
    name: 'the paths are widened in HYPOTHESIS.md',
    script: edited(widen),
    rule: 'hypothesis',
    says: 'expected the hypothesis that was opened, found an edited one',
    throughAction: true,
  },
  {
    name: 'the statement is fitted to what was found',
    script: edited((text) => text.replace('Writing the word', 'Writing anything')),
    rule: 'hypothesis',
    says: 'found an edited one',
  },
  {
    name: 'the observable is made to pass always',
    script: edited((text) => text.replace('`sh check.sh`', '`true`')),
    rule: 'hypothesis',
    says: 'found an edited one',
  },
  {
    name: 'the kill condition is taken away',
    script: edited((text) => text.replace(/Kill:[\s\S]*$/, '')),
    rule: 'hypothesis',
    says: 'expected a well-formed HYPOTHESIS.md',
    file: HYPOTHESIS,
  },
  {
    name: 'HYPOTHESIS.md is deleted',
    script: tampered((field) => field.remove(HYPOTHESIS)),
    rule: 'hypothesis',
    says: 'expected HYPOTHESIS.md in the bundle, found none',
  },
  {
    name: 'the lines of HYPOTHESIS.md end in CR LF',
    script: edited((text) => text.replaceAll('\n', '\r\n')),
    rule: 'hypothesis',
    says: 'found an edited one',
  },
  {
    name: 'HYPOTHESIS.md begins with a byte order mark',
    script: edited((text) => `\ufeff${text}`),
    rule: 'hypothesis',
    says: /found an edited one|expected a well-formed/,
  },
  {
    name: 'HYPOTHESIS.md is not UTF-8',
    script: tampered((field) => {
      field.write(HYPOTHESIS, Buffer.concat([Buffer.from(fileAt(field, SPIKE, HYPOTHESIS)), Buffer.of(0xff, 0x0a)]));
    }),
    rule: 'hypothesis',
    says: 'expected a well-formed HYPOTHESIS.md',
    file: HYPOTHESIS,
  },
]);

const CONTRADICTED = attacksOf(
  { row: 'the ledger is opened anew for other paths than its hypothesis declares, or for ones too wide' },
  [
    {
      name: 'the ledger declares more paths than its hypothesis',
      script: forged({ open: { paths: ['app/', 'lib/'] } }),
      rule: 'hypothesis',
      says: 'expected the paths and the observable of the ledger to be those of its hypothesis, found others',
    },
    {
      name: 'the ledger names another observable than its hypothesis',
      script: forged({
        open: { observable: { argv: ['true'], cwd: '.', exit: 0 } },
        edit: (records) =>
          records.map((record) =>
            record.kind === 'start' || record.kind === 'run' ? { ...record, argv: ['true'] } : record,
          ),
      }),
      rule: 'hypothesis',
      says: 'found others',
    },
    {
      name: 'hypothesis and ledger declare the whole repository',
      script: (field) => {
        const wide = fileAt(field, SPIKE, HYPOTHESIS).replace('- app/', '- **');
        field.write(HYPOTHESIS, wide);
        const ledger = fileAt(field, SPIKE, LEDGER).replaceAll('- app/', '- **').replace('["app/"]', '["**"]');
        field.write(LEDGER, ledger);
        field.commit('Tamper');
      },
      rule: 'hypothesis',
      says: 'expected a well-formed HYPOTHESIS.md',
      file: HYPOTHESIS,
    },
    {
      name: 'the attempts had two hypotheses',
      field: 'reviewed',
      script: tampered((field) => {
        const first = fileAt(field, SPIKE, FIRST_LEDGER);
        const hypothesis = fileAt(field, SPIKE, HYPOTHESIS).replace('Writing the word', 'Writing anything');
        const { ledger, evidence } = forge(fileAt(field, SPIKE, LEDGER), { earlier: [first], open: { hypothesis } });
        field.write(HYPOTHESIS, hypothesis);
        field.write(LEDGER, ledger);
        field.write(EVIDENCE, evidence);
      }),
      rule: 'hypothesis',
      says: 'expected one hypothesis for all attempts, found another in attempt 1',
    },
  ],
);

export const HYPOTHESIS_ATTACKS: readonly Attack[] = [...EDITED, ...CONTRADICTED];
