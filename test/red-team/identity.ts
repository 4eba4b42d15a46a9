/** Pull requests that are not what their branch says: killed code, borrowed names, names that are no names. */

import { parseSlug } from '../../src/core/slug.ts';
import { forge } from '../support/forgery.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import { type Attack, attacksOf } from './attack.ts';
import {
  asIfHeld,
  BUNDLE,
  EVIDENCE,
  edit,
  fileAt,
  HYPOTHESIS,
  LEDGER,
  moveMain,
  plant,
  reworded,
  SPIKE,
  sealFor,
  tampered,
} from './hands.ts';

const KILLED_EVIDENCE = 'spike-evidence/users-email';

function withEvidence(field: TestRepository): undefined {
  field.git('checkout', '--quiet', KILLED_EVIDENCE, '--', BUNDLE);
  field.commit('Bring the evidence along');
}

const KILLED = attacksOf({ row: 'the code of a killed spike is proposed, on whatever branch', field: 'killed' }, [
  {
    name: 'the code of a killed spike is proposed with its evidence',
    script: withEvidence,
    rule: 'decision',
    says: 'expected the decision to be ship, found kill',
    throughAction: true,
  },
  {
    name: 'the code of a killed spike is proposed without its evidence',
    script: () => ({}),
    rule: 'decision',
    says: 'users-email is not shipped yet',
  },
  {
    name: 'the branch of a killed spike is renamed to an ordinary name',
    script(field) {
      withEvidence(field);
      return { branch: 'feature/answers' };
    },
    rule: 'decision',
    says: 'expected the decision to be ship, found kill',
  },
  {
    name: 'the branch is renamed, and the target holds the evidence already',
    script(field) {
      field.git('merge', '--quiet', '--no-edit', KILLED_EVIDENCE);
      return { branch: 'feature/answers', target: field.git('rev-parse', KILLED_EVIDENCE) };
    },
    rule: 'decision',
    says: 'expected the decision to be ship, found kill',
  },
  {
    name: 'the code rides on the branch for evidence',
    script(field) {
      field.git('switch', '--quiet', '--detach', KILLED_EVIDENCE);
      field.git('merge', '--quiet', '--no-edit', SPIKE);
      return { branch: KILLED_EVIDENCE };
    },
    rule: 'paths',
    says: 'expected the bundle alone, found a change to app/answer',
    throughAction: true,
  },
  {
    name: 'the evidence brings a file of its own',
    script(field) {
      field.git('switch', '--quiet', '--detach', KILLED_EVIDENCE);
      field.commit('And this', { 'lib/new.js': 'new\n' });
      return { branch: KILLED_EVIDENCE };
    },
    rule: 'paths',
    says: 'expected the bundle alone, found a change to lib/new.js',
    file: 'lib/new.js',
  },
  {
    name: 'the code rides on a branch that carries spikes on',
    script(field) {
      const target = moveMain(field, { '.spike.yml': 'carriers: [develop]\n' });
      field.git('switch', '--quiet', SPIKE);
      withEvidence(field);
      return { branch: 'develop', target };
    },
    rule: 'trailers',
    says: 'expected work of an attempt that shipped, found that of attempt 1 of users-email, which did not',
  },
]);

const OPEN = attacksOf({ row: 'a spike that is still open is proposed' }, [
  {
    name: 'the spike branch is proposed before it shipped',
    script: (field) => void field.git('switch', '--quiet', '--detach', `${SPIKE}~1`),
    rule: 'decision',
    says: 'users-email is not shipped yet',
  },
  {
    name: 'a shipped spike is proposed as evidence of a killed one',
    script: () => ({ branch: KILLED_EVIDENCE }),
    rule: 'decision',
    says: 'expected the decision to be kill, found ship',
  },
]);

const RENAMED = attacksOf({ row: 'the branch is renamed to an ordinary name, and the bundle left out' }, [
  {
    name: 'the branch is renamed, the bundle left out, and the trailers are kept',
    script(field) {
      field.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
      return { branch: 'feature/answers' };
    },
    rule: 'decision',
    says: 'users-email is not shipped yet',
    throughAction: true,
  },
  {
    name: 'the branch is renamed, and its bundle taken away again by a later commit',
    script(field) {
      tampered((at) => at.remove(BUNDLE))(field);
      return { branch: 'feature/answers' };
    },
    rule: 'decision',
    says: 'users-email is not shipped yet',
  },
  {
    name: 'the branch is renamed, and its bundle edited',
    script(field) {
      tampered((at) => edit(at, EVIDENCE, (text) => text.replace('1 failed', '0 failed')))(field);
      return { branch: 'feature/answers' };
    },
    rule: 'evidence',
    says: 'found them edited',
  },
  {
    name: 'the branch is renamed, and new work added under the trailer of a bundle that the target holds',
    script(field) {
      reworded((trailer) => `Answer\n\nSpike: ${trailer.replace(/.{12}$/, '0123456789ab')}`)(field);
      return { branch: 'feature/answers', target: field.git('rev-parse', SPIKE) };
    },
    rule: 'trailers',
    says: 'with hash 0123456789ab, found that it does not',
  },
]);

const MANGLED = attacksOf({ row: 'a trailer is mangled, and the branch renamed to an ordinary name' }, [
  {
    name: 'the trailer names the spike and no record',
    script(field) {
      field.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
      field.git('commit', '--quiet', '--amend', '--message', 'Answer\n\nSpike: users-email/one');
      return { branch: 'feature/answers' };
    },
    rule: 'decision',
    says: 'users-email is not shipped yet',
  },
  ...['"users-email/1 3:0123456789ab"', '/users-email/1', 'users-email.lock/1 3:0123456789ab'].map(
    (value) =>
      ({
        name: `the trailer is ${value}, which names no spike`,
        script(field: TestRepository) {
          field.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
          field.git('commit', '--quiet', '--amend', '--message', `Answer\n\nSpike: ${value}`);
          return { branch: 'feature/answers' };
        },
        rule: 'refused',
        says: 'expected a Spike: trailer that names a spike, found another',
      }) as const,
  ),
]);

const NAMES = attacksOf({ row: 'the branch matches a pattern of spikes and bears no slug, or one in other letters' }, [
  ...['spike/a/b', 'spike/', 'spike/-x', 'spike/users-email.lock', 'spike/users email', `spike/${'x'.repeat(65)}`].map(
    (branch) =>
      ({
        name: `the branch is ${JSON.stringify(branch.slice(0, 30))}`,
        script: () => ({ branch }),
        rule: 'refused',
        says: "expected a spike's branch to end in its slug, found spike/",
      }) as const,
  ),
  {
    name: 'the branch is `spike-evidence/a/b`',
    script: () => ({ branch: 'spike-evidence/a/b' }),
    rule: 'refused',
    says: "expected a spike's branch to end in its slug",
    throughAction: true,
  },
  {
    name: 'the branch spells the spike in other letters',
    script: () => ({ branch: 'spike/Users-Email' }),
    rule: 'paths',
    says: 'expected one spike in a pull request, found Users-Email, users-email',
  },
  {
    name: 'a twin of a spike that the target holds, in other letters',
    script(field) {
      const target = field.git('rev-parse', SPIKE);
      twin(field, target);
      return { branch: 'spike/Users-Email', target };
    },
    rule: 'log',
    says: 'expected a name that no spike of the target has in other letters, found that it holds users-email',
  },
]);

/** More work under the spike's name in other letters, sealed as if the observable had held on it: on top of the target, which holds the spike. */
function twin(field: TestRepository, target: string): void {
  const seal = sealFor(field, field.commit('Answer politely', { 'app/answer': 'yes, please\n' }), target);
  const open = { spike: parseSlug('Users-Email'), branch: 'spike/Users-Email' };
  const { ledger, evidence } = forge(fileAt(field, SPIKE, LEDGER), { open, ...asIfHeld(seal) });
  plant(
    field,
    { mode: '100644', path: 'spikes/Users-Email/command_log.jsonl', text: ledger },
    { mode: '100644', path: 'spikes/Users-Email/EVIDENCE.md', text: evidence },
    { mode: '100644', path: 'spikes/Users-Email/HYPOTHESIS.md', text: fileAt(field, SPIKE, HYPOTHESIS) },
  );
}

const ASSURED = attacksOf({ row: 'the tip asks for more assurance than the ledger has' }, [
  {
    name: 'the tip asks for a sealed ledger',
    script: (field) => ({ target: moveMain(field, { '.spike.yml': 'assurance: sealed\n' }) }),
    rule: 'log',
    says: "expected a ledger that is at least sealed, as the target's tip asks, found one that is self-reported",
  },
  {
    name: 'the tip asks for a confined ledger, and the head for less',
    script(field) {
      const target = moveMain(field, { '.spike.yml': 'assurance: confined\n' });
      field.commit('Ask for less', { '.spike.yml': 'assurance: self-reported\n' });
      return { target };
    },
    rule: 'log',
    says: 'expected a ledger that is at least confined',
  },
]);

const CARRIED = attacksOf({ row: 'a branch that carries spikes on brings one that is not shipped, or was edited' }, [
  {
    name: 'a carrier brings the commits of a spike without its bundle',
    script(field) {
      const target = moveMain(field, { '.spike.yml': 'carriers: [develop]\n' });
      field.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
      return { branch: 'develop', target };
    },
    rule: 'log',
    says: 'expected a command log in the bundle: there is no bundle in spikes/users-email',
  },
  {
    name: 'a carrier brings a bundle whose evidence was edited',
    script(field) {
      const target = moveMain(field, { '.spike.yml': 'carriers: [develop]\n' });
      field.git('switch', '--quiet', SPIKE);
      tampered((at) => edit(at, EVIDENCE, (text) => text.replace('1 failed', '0 failed')))(field);
      return { branch: 'develop', target };
    },
    rule: 'evidence',
    says: 'found them edited',
  },
]);

export const IDENTITY_ATTACKS: readonly Attack[] = [
  ...KILLED,
  ...OPEN,
  ...RENAMED,
  ...MANGLED,
  ...NAMES,
  ...ASSURED,
  ...CARRIED,
];
