/** Work outside the declared paths, or on what is protected, in every way that git can record one. */

import { type Attack, attacksOf } from './attack.ts';
import { forged, moveMain, plant, plantOddPath, plantTwice, tampered } from './hands.ts';

const OUTSIDE = 'expected changes inside the declared paths, found';
const PROTECTED = 'expected no change to a protected path, found';

const OUT = attacksOf(
  { row: 'a file outside the declared paths is added, changed, deleted, renamed, or given another mode' },
  [
    {
      name: 'a file outside the declared paths is changed',
      script: tampered((field) => void field.write('README.md', 'Another shop\n')),
      rule: 'paths',
      says: `${OUTSIDE} README.md`,
      file: 'README.md',
      throughAction: true,
    },
    {
      name: 'a file outside the declared paths is added',
      script: tampered((field) => void field.write('lib/new.js', 'new\n')),
      rule: 'paths',
      says: `${OUTSIDE} lib/new.js`,
      file: 'lib/new.js',
    },
    {
      name: 'a file outside the declared paths is deleted',
      script: tampered((field) => field.remove('README.md')),
      rule: 'paths',
      says: `${OUTSIDE} README.md`,
      file: 'README.md',
    },
    {
      name: 'a file is moved into the declared paths',
      script: tampered((field) => void field.git('mv', 'README.md', 'app/README.md')),
      rule: 'paths',
      says: `${OUTSIDE} README.md`,
      file: 'README.md',
    },
    {
      name: 'a file is moved out of the declared paths',
      script: tampered((field) => void field.git('mv', 'app/answer', 'answer')),
      rule: 'paths',
      says: `${OUTSIDE} answer`,
      file: 'answer',
    },
    {
      name: 'a file outside the declared paths is made executable',
      script: tampered((field) => void field.write('check.sh', 'grep -q yes app/answer\n', 0o755)),
      rule: 'paths',
      says: `${OUTSIDE} check.sh`,
      file: 'check.sh',
    },
    {
      name: 'a file outside the declared paths becomes a symbolic link',
      script: (field) => plant(field, { mode: '120000', path: 'README.md', text: 'app/answer' }),
      rule: 'paths',
      says: `${OUTSIDE} README.md`,
      file: 'README.md',
    },
    {
      name: 'a submodule is added outside the declared paths',
      script: (field) => plant(field, { mode: '160000', path: 'vendor' }),
      rule: 'paths',
      says: `${OUTSIDE} vendor`,
      file: 'vendor',
    },
    {
      name: 'the declared folder becomes a symbolic link',
      script: (field) => plant(field, { mode: '120000', path: 'app', text: 'lib' }),
      rule: 'paths',
      says: `${OUTSIDE} app`,
      file: 'app',
    },
    {
      name: 'the declared folder becomes a submodule',
      script: (field) => plant(field, { mode: '160000', path: 'app' }),
      rule: 'paths',
      says: `${OUTSIDE} app`,
      file: 'app',
    },
    {
      name: 'a file whose name looks like the declared folder is added',
      script: tampered((field) => void field.write('app\u2215answer', 'yes\n')),
      rule: 'paths',
      says: `${OUTSIDE} app\u2215answer`,
    },
    {
      name: 'a folder in capitals stands beside the declared one',
      script: tampered((field) => void field.write('App/answer', 'yes\n')),
      rule: 'paths',
      says: 'App/answer',
      file: 'App/answer',
    },
    {
      name: 'a file outside the declared paths has a name that is not UTF-8',
      script: tampered((field) => void field.write(Buffer.from([0x66, 0xff, 0x66]), 'x\n')),
      rule: 'paths',
      says: `${OUTSIDE} f\\xfff`,
    },
    {
      name: 'a file outside the declared paths has a name of several lines',
      script: tampered((field) => void field.write('lib\n:100644 100644 app', 'x\n')),
      rule: 'paths',
      says: OUTSIDE,
    },
    {
      name: 'a file outside the declared paths stands twice in its folder, the second time changed',
      script: (field) => plantTwice(field, 'README.md'),
      rule: 'paths',
      says: `${OUTSIDE} README.md`,
      file: 'README.md',
    },
    {
      name: 'a file is changed outside, and the ledger says that the seal knew of it',
      script: (field) => {
        field.commit('Change the shop', { 'README.md': 'Another shop\n' });
        forged({ seal: { outside: ['README.md'], files: 2 } })(field);
      },
      rule: 'paths',
      says: `${OUTSIDE} README.md`,
      file: 'README.md',
    },
  ],
);

const GUARDED = attacksOf(
  { row: 'the workflow, `.spike.yml`, the keys, or what the tip protects is changed in the same pull request' },
  [
    {
      name: "the gate's own workflow is changed",
      script: tampered((field) => void field.write('.github/workflows/spike-gate.yml', 'on: push\n')),
      rule: 'paths',
      says: `${PROTECTED} .github/workflows/spike-gate.yml`,
      file: '.github/workflows/spike-gate.yml',
      throughAction: true,
    },
    {
      name: 'the settings are loosened',
      script: tampered((field) => void field.write('.spike.yml', 'budget: 100\n')),
      rule: 'paths',
      says: `${PROTECTED} .spike.yml`,
      file: '.spike.yml',
    },
    {
      name: 'the settings are made a symbolic link',
      script: (field) => plant(field, { mode: '120000', path: '.spike.yml', text: 'app/answer' }),
      rule: 'paths',
      says: `${PROTECTED} .spike.yml`,
      file: '.spike.yml',
    },
    {
      name: 'a key is added to those that are trusted',
      script: tampered((field) => void field.write('.spike/allowed_signers', 'me ssh-ed25519 AAAA\n')),
      rule: 'paths',
      says: `${PROTECTED} .spike/allowed_signers`,
      file: '.spike/allowed_signers',
    },
    {
      name: 'the folder of workflows becomes a symbolic link to a declared one',
      script: (field) => plant(field, { mode: '120000', path: '.github', text: 'app' }),
      rule: 'paths',
      says: `${PROTECTED} .github`,
      file: '.github',
    },
    {
      name: 'the folder of keys becomes a submodule',
      script: (field) => plant(field, { mode: '160000', path: '.spike' }),
      rule: 'paths',
      says: `${PROTECTED} .spike`,
      file: '.spike',
    },
    {
      name: 'a file that the tip protects lies inside the declared paths',
      script(field) {
        const target = moveMain(field, { '.spike.yml': 'protected: ["app/ans*"]\n' });
        return { target };
      },
      rule: 'paths',
      says: `${PROTECTED} app/answer`,
      file: 'app/answer',
    },
    {
      name: 'the declared paths are the folder of workflows, by hypothesis',
      script: forged({ open: { paths: ['.github/'] } }),
      rule: 'paths',
      says: `${OUTSIDE} app/answer`,
    },
  ],
);

const TWIN = /protected path|inside the declared paths|twin/;

const TWINS = attacksOf(
  { row: 'a path is spelt so that a file system takes it for a protected one, or one of the bundle' },
  [
    {
      name: 'a folder of workflows in other letters',
      script: tampered((field) => void field.write('.GitHub/workflows/evil.yml', 'on: push\n')),
      rule: 'paths',
      says: `${PROTECTED} .GitHub/workflows/evil.yml`,
      file: '.GitHub/workflows/evil.yml',
    },
    {
      name: 'the settings in other letters',
      script: tampered((field) => void field.write('.Spike.YML', 'budget: 100\n')),
      rule: 'paths',
      says: `${PROTECTED} .Spike.YML`,
      file: '.Spike.YML',
    },
    {
      name: 'the folder of bundles in other letters',
      script: tampered((field) => void field.write('Spikes/users-email/EVIDENCE.md', 'All is well.\n')),
      rule: 'paths',
      says: `${PROTECTED} Spikes/users-email/EVIDENCE.md`,
      file: 'Spikes/users-email/EVIDENCE.md',
      throughAction: true,
    },
    {
      name: 'the settings with a long s',
      script: tampered((field) => void field.write('.\u017fpike.yml', 'budget: 100\n')),
      rule: 'paths',
      says: TWIN,
    },
    {
      name: 'the folder of workflows with a letter that nobody sees',
      script: tampered((field) => void field.write('.git\u200chub/workflows/evil.yml', 'on: push\n')),
      rule: 'paths',
      says: TWIN,
    },
    {
      name: 'a protected name with its accent apart, inside the declared paths',
      script(field) {
        const target = moveMain(field, { '.spike.yml': 'protected: ["app/caf\u00e9"]\n' });
        field.commit('Write it apart', { 'app/cafe\u0301': 'x\n' });
        return { target };
      },
      rule: 'paths',
      says: 'cafe\u0301',
    },
    {
      name: 'a file in a `.git` folder inside the declared paths',
      script: (field) => plantOddPath(field, ['app', '.git', 'hooks'], 'pre-commit'),
      rule: 'paths',
      says: 'app/.git/hooks/pre-commit',
    },
    {
      name: 'a file in a `.GIT` folder inside the declared paths',
      script: (field) => plantOddPath(field, ['app', '.GIT', 'hooks'], 'pre-commit'),
      rule: 'paths',
      says: 'app/.GIT/hooks/pre-commit',
    },
    {
      name: 'a `..` that leads out of the declared paths',
      script: (field) => plantOddPath(field, ['app', '..'], 'README.md'),
      rule: 'paths',
      says: 'app/../README.md',
    },
  ],
);

export const PATH_ATTACKS: readonly Attack[] = [...OUT, ...GUARDED, ...TWINS];
