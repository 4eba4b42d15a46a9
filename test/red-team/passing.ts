/** What the gate lets through, and SECURITY.md says so: each that a repository alone can show is played. */

import type { Assurance } from '../../src/core/config.ts';
import { parseCommitId, parseTreeId } from '../../src/core/object-id.ts';
import type { OpenRecord } from '../../src/core/record.ts';
import { forge, withoutFailures } from '../support/forgery.ts';
import type { TestRepository } from '../support/git-fixture.ts';
import type { Asked } from './attack.ts';
import type { FieldName } from './fields.ts';
import { asIfHeld, BUNDLE, fileAt, HYPOTHESIS, LEDGER, publish, SPIKE, sealedAnew, sealFor } from './hands.ts';

export interface Passing {
  readonly row: string;
  /** What a ledger would have to prove for it to be caught. */
  readonly caughtAt: Exclude<Assurance, 'self-reported'> | 'none';
  readonly field?: FieldName;
  /** None where it lies outside the repository. */
  readonly script?: (field: TestRepository) => Asked | undefined;
}

const ELSEWHERE = 'f'.repeat(40);

export const PASSING: readonly Passing[] = [
  {
    row: 'the ledger is written anew with the control directory in hand, before the commits or with new ones',
    caughtAt: 'sealed',
    script: (field) => void writtenAnew(field, { 'app/answer': 'yes\n' }),
  },
  { row: 'the control directory is deleted, and the spike begun again under another name', caughtAt: 'none' },
  {
    row: 'a later attempt is left out, a kill among them, and the branch set back to where an earlier one shipped',
    caughtAt: 'none',
    field: 'reviewed',
    script(field) {
      const shipped = field.git('log', '--format=%H', '--reverse', SPIKE, '--', BUNDLE).split('\n')[0] ?? '';
      field.git('switch', '--quiet', '--detach', shipped);
      return undefined;
    },
  },
  {
    row: 'the seal is forged to speak for later changes, and names a commit that is not in the history',
    caughtAt: 'sealed',
    script: (field) => {
      const tree = parseTree(field);
      return sealedAnew({ files: { 'app/answer': 'no\n' }, seal: () => ({ commit: parseCommitId(ELSEWHERE), tree }) })(
        field,
      );
    },
  },
  {
    row: 'the observable cannot fail, such as a shell that forgives it, and the hypothesis says so',
    caughtAt: 'none',
    script(field) {
      const argv = ['sh', '-c', 'sh check.sh || true'];
      const hypothesis = fileAt(field, SPIKE, HYPOTHESIS).replace('`sh check.sh`', '`sh -c "sh check.sh || true"`');
      writtenAnew(field, { 'app/answer': 'no\n' }, { hypothesis, observable: { argv, cwd: '.', exit: 0 } });
      return undefined;
    },
  },
  { row: 'commands are run without `spike-run`', caughtAt: 'confined' },
  { row: '`spike-run` on `PATH` is replaced by a program that records what it likes', caughtAt: 'sealed' },
  { row: 'files that git ignores make the observable pass', caughtAt: 'none' },
  {
    row: 'a test is made to pass by changing the test, inside the declared paths',
    caughtAt: 'none',
    script: (field) => void writtenAnew(field, { 'app/answer': 'no, but yes\n', 'app/test.sh': 'true\n' }),
  },
  {
    row: 'the commits are rewritten without trailers, or with ones that git takes for text, on an ordinary branch, without a bundle',
    caughtAt: 'none',
    field: 'killed',
    script(field) {
      field.git('switch', '--quiet', '--detach', 'main');
      field.commit('Answer maybe', { 'app/answer': 'maybe\n' });
      return { branch: 'feature/answers' };
    },
  },
  {
    row: 'a bundle that the target holds is deleted on an ordinary branch',
    caughtAt: 'none',
    script(field) {
      const target = field.git('rev-parse', SPIKE);
      field.remove(BUNDLE);
      field.commit('Tidy up');
      return { branch: 'chore/tidy', target };
    },
  },
  {
    row: 'a commit is judged green for another base branch, and a second pull request with it is merged before its own run has begun',
    caughtAt: 'none',
  },
  { row: 'the workflow runs on `pull_request`, and the pull request edits it', caughtAt: 'none' },
  { row: 'somebody who may push has a workflow of their own report a check of the same name', caughtAt: 'none' },
  { row: 'the check is not required, or somebody may bypass it', caughtAt: 'none' },
  { row: 'the clock of a machine is turned before the first record of a boot', caughtAt: 'sealed' },
  { row: 'the Action is compromised at `@main`', caughtAt: 'none' },
];

/** One commit without a trailer on top of the target, and a bundle that says what it likes of it. */
function writtenAnew(
  field: TestRepository,
  files: Readonly<Record<string, string>>,
  open: Partial<OpenRecord> = {},
): void {
  field.git('switch', '--quiet', '--detach', 'main');
  const seal = sealFor(field, field.commit('Work', files));
  const { edit = (all) => all, ...rest } = asIfHeld(seal);
  const { argv } = open.observable ?? { argv: ['sh', 'check.sh'] };
  field.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
  if (open.hypothesis !== undefined) field.write(HYPOTHESIS, open.hypothesis);
  publish(
    field,
    forge(fileAt(field, SPIKE, LEDGER), {
      ...rest,
      open,
      edit: (records) =>
        edit(withoutFailures(records)).map((record) =>
          record.kind === 'start' || record.kind === 'run' ? { ...record, argv } : record,
        ),
    }),
  );
  field.commit('Publish');
}

function parseTree(field: TestRepository) {
  return parseTreeId(field.git('rev-parse', `${SPIKE}~1^{tree}`));
}
