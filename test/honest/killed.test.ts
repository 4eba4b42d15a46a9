/** Pull requests that carry what a killed spike taught, and nothing else. */

import { expect, it } from 'vitest';
import { BARE, type Desk, deskSetBack, passesAs } from '../support/honest-desk.ts';

const EVIDENCE = 'spike-evidence/answer';
const PASSES = passesAs('evidence answer');

const atHome = deskSetBack();
const started = deskSetBack({ prepare: (desk) => desk.begin() });

const fail = (desk: Desk, times: number): readonly number[] =>
  Array.from({ length: times }, () => desk.run('spike-run', 'sh', 'check.sh').exitCode);

/** As a person pushes it, and as the gate is asked about it. */
function propose(desk: Desk) {
  desk.hooked('push', '--quiet', 'origin', EVIDENCE);
  const seen = desk.git('diff', '--name-only', 'origin/main...origin/spike-evidence/answer').split('\n');
  expect(seen.every((path) => path.startsWith('spikes/answer/'))).toBe(true);
  return desk.gate({ base: 'origin/main', head: `origin/${EVIDENCE}`, branch: EVIDENCE });
}

it('passes for a spike that its person gave up', () => {
  const desk = started();
  desk.work('Answer maybe', { 'app/answer': 'maybe\n' });
  desk.spike('kill', '-m', 'Not worth the while.');
  expect(propose(desk)).toEqual(PASSES);
});

it('passes for a spike that spent its budget, with its code left behind', () => {
  const desk = started();
  desk.work('Answer maybe', { 'app/answer': 'maybe\n' });
  expect(fail(desk, 3)).toEqual([1, 1, 4]);
  desk.spike('kill', '-m', 'The word is not enough.');
  expect(propose(desk)).toEqual(PASSES);
});

it('passes for a spike whose clock ran out, with work that was never committed', () => {
  const desk = atHome();
  desk.begin({ minutesAgo: 100 });
  desk.write('app/answer', 'maybe\n');
  expect(fail(desk, 1)).toEqual([3]);
  desk.spike('kill', '-m', 'Ran out of time.');
  expect(propose(desk)).toEqual(PASSES);
  expect(desk.git('status', '--porcelain')).toBe(' M app/answer');
});

it('passes for a spike that was shipped, reopened and killed', () => {
  const desk = started();
  desk.shipWith('yes');
  desk.hooked('push', '--quiet', 'origin', 'HEAD');
  desk.spike('start', '--again', '-m', 'A doubt came up');
  desk.spike('kill', '-m', 'The doubt was right.');
  expect(propose(desk)).toEqual(PASSES);
  expect(desk.git('ls-tree', '--name-only', '-r', EVIDENCE, 'spikes/answer/attempts/')).toBe(
    'spikes/answer/attempts/1.jsonl',
  );
});

it('passes for a spike that was killed, tried again and killed again', () => {
  const desk = started();
  desk.spike('kill', '-m', 'The database was down.');
  expect(propose(desk)).toEqual(PASSES);
  desk.spike('start', '--again', '-m', 'The database is up');
  fail(desk, 3);
  desk.spike('kill', '-m', 'It was not the database.');
  expect(propose(desk)).toEqual(PASSES);
  expect(desk.git('rev-list', '--count', `main..${EVIDENCE}`)).toBe('2');
});

it('passes where an earlier evidence of it has been merged', () => {
  const desk = started();
  desk.spike('kill', '-m', 'The database was down.');
  propose(desk);
  desk.git('switch', '--quiet', 'main');
  desk.git('merge', '--quiet', '--no-ff', '--no-edit', EVIDENCE);
  desk.git('push', '--quiet', 'origin', 'main');
  desk.git('switch', '--quiet', 'spike/answer');
  desk.spike('start', '--again', '-m', 'The database is up');
  desk.spike('kill', '-m', 'It was not the database.');
  expect(propose(desk)).toEqual(PASSES);
});

it('passes behind a target that has moved on, with the target merged in, and rebased onto it', () => {
  const desk = started();
  desk.spike('kill', '-m', 'Not worth the while.');
  desk.git('switch', '--quiet', 'main');
  desk.commit('Open on Sundays', { 'docs/hours': 'Sundays too\n' });
  desk.git('push', '--quiet', 'origin', 'main');
  expect(propose(desk)).toEqual(PASSES);
  desk.git('switch', '--quiet', EVIDENCE);
  desk.git('branch', 'kept');
  desk.hooked('merge', '--quiet', '--no-edit', 'main');
  expect(propose(desk)).toEqual(passesAs('evidence answer', BARE));
  desk.git('reset', '--quiet', '--hard', 'kept');
  desk.hooked('rebase', '--quiet', 'main');
  desk.hooked('push', '--quiet', '--force', 'origin', EVIDENCE);
  expect(propose(desk)).toEqual(PASSES);
});

it('passes for the last of two attempts of which the first ran out of time', () => {
  const desk = atHome();
  desk.begin({ minutesAgo: 100 });
  expect(fail(desk, 1)).toEqual([3]);
  desk.spike('start', '--again', '-m', 'The machine was busy');
  expect(fail(desk, 3)).toEqual([1, 1, 4]);
  desk.spike('kill', '-m', 'It was not the machine.');
  expect(propose(desk)).toEqual(PASSES);
});
