import { describe, expect, test } from 'vitest';
import { HOOK_NAMES } from '../../src/core/hook-name.ts';
import { type Diagnosis, type HooksDiagnosis, isSound, type Trial } from '../../src/report/diagnosis.ts';
import { renderDoctor, renderDoctorJson } from '../../src/report/doctor.ts';
import { keysAfter, readPage } from '../docs/documents.ts';
import { HOSTILE } from './spikes.ts';

const PLAIN = { colour: false };

function diagnosed(trial: Trial, over: Partial<HooksDiagnosis> = {}): Diagnosis {
  const trials = HOOK_NAMES.map((name) => ({ name, trial }));
  const hooks = { git: '2.55.0', managers: [], open: true, trials, problems: [], notices: [], ...over };
  return { top: '/home/dev/shop', hooks };
}

test('where all hooks hold, they are named, and what none of them can stop', () => {
  const text = renderDoctor(diagnosed({ kind: 'refused' }), PLAIN);

  expect(text).toBe(`hooks of /home/dev/shop
  here         git 2.55.0; some spike is open
  refused      pre-commit, pre-merge-commit, prepare-commit-msg, pre-rebase,
               pre-push, commit-msg, reference-transaction

No hook here can stop these, so the gate on the pull request judges again:
  git push --no-verify
  another program than git itself, such as the one inside an editor
  a branch that is given a name which is no spike’s
  git branch -C <other> <spike branch>, for which git runs no hook
  hooks that somebody deletes, edits or switches off
`);
});

test('what does not hold stands before what is only to be known, and one hint mends neighbours', () => {
  const text = renderDoctor(
    diagnosed(
      { kind: 'allowed' },
      {
        managers: ['husky', 'lefthook'],
        problems: [
          { message: 'one', hint: ['spike init'] },
          { message: 'two', hint: ['spike init'] },
          { message: 'three', hint: ['first', 'second'] },
        ],
        notices: [{ message: 'known', hint: [] }],
      },
    ),
    PLAIN,
  );

  expect(text).toContain('git 2.55.0, beside husky, lefthook; some spike is open');
  expect(text).toContain(`
spike: error: one
spike: error: two
spike: hint: spike init
spike: error: three
spike: hint: first
  second

spike: note: known

No hook`);
});

interface Case {
  readonly trial: Trial;
  readonly label: string;
  readonly state: string;
  readonly sound: boolean;
}

const CASES: readonly Case[] = [
  { trial: { kind: 'refused' }, label: 'refused', state: 'refused', sound: true },
  { trial: { kind: 'unarmed' }, label: 'not armed', state: 'unarmed', sound: true },
  { trial: { kind: 'seen', asks: true }, label: 'looked at', state: 'seen', sound: true },
  { trial: { kind: 'seen', asks: false }, label: 'no hold', state: 'missing', sound: false },
  { trial: { kind: 'allowed' }, label: 'no hold', state: 'allowed', sound: false },
  { trial: { kind: 'swallowed' }, label: 'no hold', state: 'swallowed', sound: false },
  { trial: { kind: 'failed', status: 1, said: 'no' }, label: 'no hold', state: 'failed', sound: false },
  { trial: { kind: 'slow', seconds: 20 }, label: 'no hold', state: 'slow', sound: false },
  { trial: { kind: 'untried' }, label: 'no hold', state: 'untried', sound: false },
];

describe('what came of a hook', () => {
  test.each(CASES)('$state', ({ trial, label, state, sound }) => {
    const diagnosis = diagnosed({ kind: 'refused' }, { trials: [{ name: 'pre-push', trial }] });

    expect(renderDoctor(diagnosis, PLAIN)).toContain(`\n  ${label.padEnd(13)}pre-push\n`);
    expect(isSound(diagnosis)).toBe(sound);
    expect(JSON.parse(renderDoctorJson(diagnosis))).toMatchObject({
      version: 1,
      holds: sound,
      hooks: { tried: [{ name: 'pre-push', state }] },
    });
  });

  test('is explained in SPEC.md, whatever it was', () => {
    expect(keysAfter(readPage('SPEC.md'), 'Each of `tried` has').toSorted()).toEqual(
      CASES.map(({ state }) => state).toSorted(),
    );
  });
});

test('no text of others reaches the terminal as it is, and a terminal gets no long line', () => {
  const long = 'a word '.repeat(60).trim();
  const advice = [{ message: `${HOSTILE} ${long}`, hint: [`${long} ${HOSTILE}`, HOSTILE] }];
  const diagnosis = {
    ...diagnosed({ kind: 'allowed' }, { git: HOSTILE, problems: advice, notices: advice }),
    top: HOSTILE,
  };

  expect(renderDoctor(diagnosis, PLAIN).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const sound = diagnosed({ kind: 'refused' }, { problems: [{ message: long, hint: [long] }] });
  const lines = renderDoctor(sound, { colour: false, width: 80 }).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(renderDoctorJson(diagnosis)).toMatch(/^[\n -~]*$/);
});
