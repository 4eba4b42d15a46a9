/** Bundles that are missing, misplaced, in disguise, or hold what no bundle holds. */

import { type Attack, attacksOf } from './attack.ts';
import { BUNDLE, EVIDENCE, edit, FIRST_LEDGER, fileAt, HYPOTHESIS, LEDGER, plant, SPIKE, tampered } from './hands.ts';

const WITHOUT = attacksOf(
  { row: 'the bundle is left out, or taken away again by a later commit of the same pull request' },
  [
    {
      name: 'the bundle is left out',
      script: (field) => void field.git('switch', '--quiet', '--detach', `${SPIKE}~1`),
      rule: 'decision',
      says: 'users-email is not shipped yet: expected a sealed bundle, found none',
      throughAction: true,
    },
    {
      name: 'the last commit takes the bundle away again',
      script: tampered((field) => field.remove(BUNDLE)),
      rule: 'decision',
      says: 'users-email is not shipped yet',
    },
    {
      name: 'the bundle stands in a folder of its own choice',
      script: tampered((field) => {
        field.git('mv', 'spikes', 'evidence');
      }),
      rule: 'decision',
      says: 'users-email is not shipped yet',
    },
  ],
);

const EMPTY = attacksOf({ row: 'the bundle is empty, or lacks its ledger' }, [
  {
    name: 'every file of the bundle is empty',
    script: tampered((field) => {
      for (const file of [LEDGER, EVIDENCE, HYPOTHESIS]) field.write(file, '');
    }),
    rule: 'log',
    says: 'expected an open record, found an empty ledger',
  },
  {
    name: "the bundle's folder holds a placeholder alone",
    script: tampered((field) => {
      field.remove(BUNDLE);
      field.write(`${BUNDLE}/.gitkeep`, '');
    }),
    rule: 'log',
    says: `there is no ${LEDGER}`,
  },
  {
    name: 'the ledger alone is missing',
    script: tampered((field) => field.remove(LEDGER)),
    rule: 'log',
    says: `there is no ${LEDGER}`,
  },
]);

const MODES = attacksOf(
  { row: 'a file of the bundle is a symbolic link, a submodule or executable, or its folder is one' },
  [
    {
      name: 'the ledger is a symbolic link',
      script: tampered((field) => {
        field.remove(LEDGER);
        field.link(LEDGER, 'HYPOTHESIS.md');
      }),
      rule: 'log',
      says: 'expected a regular file of mode 100644, found',
      file: LEDGER,
      throughAction: true,
    },
    {
      name: 'the ledger is a symbolic link to a good ledger elsewhere',
      script: tampered((field) => {
        field.git('mv', LEDGER, 'app/log');
        field.link(LEDGER, '../../app/log');
      }),
      rule: 'log',
      says: 'expected a regular file of mode 100644, found',
      file: LEDGER,
    },
    {
      name: 'an earlier ledger is a symbolic link',
      field: 'retried',
      script: tampered((field) => {
        field.remove(FIRST_LEDGER);
        field.link(FIRST_LEDGER, '../command_log.jsonl');
      }),
      rule: 'log',
      says: 'expected a regular file of mode 100644, found',
      file: FIRST_LEDGER,
    },
    {
      name: 'the folder of bundles is a symbolic link to a folder of the spike',
      script: tampered((field) => {
        field.git('mv', 'spikes', 'app/spikes');
        field.link('spikes', 'app/spikes');
      }),
      rule: 'log',
      says: 'expected a folder at spikes, found a symbolic link',
    },
    {
      name: "the bundle's folder is a symbolic link to a folder of the spike",
      script: tampered((field) => {
        field.git('mv', BUNDLE, 'app/bundle');
        field.link(BUNDLE, '../app/bundle');
      }),
      rule: 'log',
      says: `expected a folder at ${BUNDLE}, found a symbolic link`,
    },
    {
      name: "the bundle's folder is a submodule",
      script: (field) => plant(field, { mode: '160000', path: BUNDLE }),
      rule: 'log',
      says: `expected a folder at ${BUNDLE}, found a submodule`,
    },
    {
      name: 'the ledger is executable',
      script: (field) => plant(field, { mode: '100755', path: LEDGER, text: fileAt(field, SPIKE, LEDGER) }),
      rule: 'log',
      says: 'expected a regular file of mode 100644, found',
      file: LEDGER,
    },
    {
      name: 'the hypothesis is a symbolic link',
      script: (field) => plant(field, { mode: '120000', path: HYPOTHESIS, text: '../../README.md' }),
      rule: 'hypothesis',
      says: 'expected a regular file of mode 100644, found',
      file: HYPOTHESIS,
    },
    {
      name: 'the hypothesis is a submodule',
      script: (field) => plant(field, { mode: '160000', path: HYPOTHESIS }),
      rule: 'hypothesis',
      says: 'expected a regular file of mode 100644, found',
      file: HYPOTHESIS,
    },
    {
      name: 'the evidence is a symbolic link out of the repository',
      script: (field) => plant(field, { mode: '120000', path: EVIDENCE, text: '/etc/passwd' }),
      rule: 'evidence',
      says: 'expected a regular file of mode 100644, found',
      file: EVIDENCE,
    },
  ],
);

const STRAYS = attacksOf(
  { row: 'anything but its named files is put into the bundle, or into the folder of bundles' },
  [
    {
      name: 'a file is added to the bundle',
      script: tampered((field) => void field.write(`${BUNDLE}/notes.md`, 'more\n')),
      rule: 'paths',
      says: 'expected no change to a protected path',
      file: `${BUNDLE}/notes.md`,
      throughAction: true,
    },
    {
      name: 'a signature that nobody reads is added to the bundle',
      script: tampered((field) => void field.write(`${LEDGER}.sig`, '#!/bin/sh\n')),
      rule: 'paths',
      says: 'expected no change to a protected path',
      file: `${LEDGER}.sig`,
    },
    {
      name: 'a folder is nested among the earlier ledgers',
      field: 'retried',
      script: tampered((field) => void field.write(`${BUNDLE}/attempts/more/1.jsonl`, '{}\n')),
      rule: 'paths',
      says: 'expected no change to a protected path',
      file: `${BUNDLE}/attempts/more/1.jsonl`,
    },
    {
      name: 'a submodule is nested in the bundle',
      script: (field) => plant(field, { mode: '160000', path: `${BUNDLE}/attempts` }),
      rule: 'paths',
      says: 'expected no change to a protected path',
      file: `${BUNDLE}/attempts`,
    },
    {
      name: 'the evidence stands twice, once in small letters',
      script: tampered((field) => void field.write(`${BUNDLE}/evidence.md`, 'All is well.\n')),
      rule: 'paths',
      says: 'expected no change to a protected path',
      file: `${BUNDLE}/evidence.md`,
    },
    {
      name: 'the attributes of the folder of bundles are changed',
      script: tampered((field) => void field.write('spikes/.gitattributes', '* filter=evil\n')),
      rule: 'paths',
      says: 'expected no change to a protected path',
      file: 'spikes/.gitattributes',
    },
    {
      name: 'a folder that is no spike is added beside the bundle',
      script: tampered((field) => void field.write('spikes/.hidden/run.sh', 'rm -rf /\n')),
      rule: 'paths',
      says: 'expected no change to a protected path',
      file: 'spikes/.hidden/run.sh',
    },
  ],
);

const ANOTHER = attacksOf({ row: "two spikes come in one pull request, or another spike's bundle is touched" }, [
  {
    name: 'the bundle stands in the folder of another spike',
    script: tampered((field) => void field.git('mv', BUNDLE, 'spikes/third')),
    rule: 'paths',
    says: 'expected one spike in a pull request, found users-email, third',
  },
  {
    name: 'two bundles come along',
    script: tampered((field) => void field.git('checkout', '--quiet', 'spike/other', '--', 'spikes/other')),
    rule: 'paths',
    says: 'expected one spike in a pull request, found users-email, other',
    throughAction: true,
  },
  {
    name: 'the evidence of another spike that the target holds is edited',
    script: tampered((field) => {
      mergeOther(field);
      edit(field, 'spikes/other/EVIDENCE.md', (text) => text.replace('One word', 'No word'));
    }),
    rule: 'paths',
    says: 'expected one spike in a pull request, found users-email, other',
  },
  {
    name: 'the bundle of another spike that the target holds is deleted',
    script: tampered((field) => {
      mergeOther(field);
      field.remove('spikes/other');
    }),
    rule: 'paths',
    says: 'expected no change to a protected path',
    file: 'spikes/other/EVIDENCE.md',
  },
]);

function mergeOther(field: Parameters<Attack['script']>[0]): void {
  field.git('switch', '--quiet', 'main');
  field.git('merge', '--quiet', '--no-ff', '--no-edit', 'spike/other');
  field.git('switch', '--quiet', SPIKE);
  field.git('merge', '--quiet', '--no-edit', 'main');
}

const MANY: readonly Attack[] = [
  {
    name: 'more bundles come along than would ever be judged',
    row: "two spikes come in one pull request, or another spike's bundle is touched",
    script: tampered((field) => {
      for (let number = 1; number <= 2000; number += 1) field.write(`spikes/s${number}/EVIDENCE.md`, '# Evidence\n');
    }),
    rule: 'refused',
    says: 'spikes in a pull request, found 2001',
  },
];

const LARGE = attacksOf({ row: 'a file of the bundle is larger than any honest one' }, [
  {
    name: 'the ledger has more than 64 MiB',
    script: tampered((field) => void field.write(LEDGER, Buffer.alloc(64 * 1024 * 1024 + 1, 'x'))),
    rule: 'log',
    says: 'expected ledgers of at most 67108864 bytes in all, found 67108865',
  },
  {
    name: 'a line of the ledger has more than 16 MiB',
    script: tampered((field) =>
      edit(field, LEDGER, (text) => `${text}{"v":1,"x":"${'x'.repeat(16 * 1024 * 1024)}"}\n`),
    ),
    rule: 'log',
    says: 'expected a line of at most 16777216 bytes',
    file: LEDGER,
  },
  {
    name: 'the hypothesis has more than 256 KiB',
    script: tampered((field) => edit(field, HYPOTHESIS, (text) => `${text}${'x'.repeat(256 * 1024)}\n`)),
    rule: 'hypothesis',
    says: 'expected at most 262144 bytes',
    file: HYPOTHESIS,
  },
  {
    name: 'the evidence has more than 256 KiB',
    script: tampered((field) => edit(field, EVIDENCE, (text) => `${text}${'x'.repeat(256 * 1024)}\n`)),
    rule: 'evidence',
    says: 'expected at most 262144 bytes',
    file: EVIDENCE,
  },
]);

export const BUNDLE_ATTACKS: readonly Attack[] = [
  ...WITHOUT,
  ...EMPTY,
  ...MODES,
  ...STRAYS,
  ...ANOTHER,
  ...MANY,
  ...LARGE,
];
