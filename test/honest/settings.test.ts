/** Pull requests in repositories that are set up in other ways, and those that concern no spike. */

import { describe, expect, it } from 'vitest';
import { BARE, type Desk, deskSetBack, NO_SPIKE, passesAs, type SpikeParts } from '../support/honest-desk.ts';

const EVERY_KEY = `branches: ["spike/*", "try-*"]
clock: 2h
budget: 5
attempts: 4
carriers: [develop]
bundle: docs/decisions/spikes
protected: ["infra/**", CODEOWNERS]
assurance: self-reported
`;

const configured = (config: string) =>
  deskSetBack({
    prepare(desk) {
      desk.write('.spike.yml', config);
      desk.spike('init');
      desk.commit('Say what a spike is');
      desk.git('push', '--quiet', 'origin', 'main');
    },
  });

const usual = deskSetBack();
const bare = deskSetBack({
  prepare(desk) {
    desk.git('rm', '--quiet', '-r', '--ignore-unmatch', '.spike.yml', 'spikes');
    desk.commit('Keep the defaults');
    desk.git('push', '--quiet', 'origin', 'main');
  },
});
const strange = deskSetBack({ uninitialised: true });
const full = configured(EVERY_KEY);
const elsewhere = configured('bundle: docs/spikes\n');
const named = configured('branches: ["experiment/*", "users/*"]\n');

function ships(desk: Desk, folder = 'spikes', ...notices: readonly string[]): void {
  desk.run('spike-run', 'sh', 'check.sh');
  desk.shipWith('yes');
  expect(desk.git('ls-tree', '-r', '--name-only', 'HEAD', `${folder}/answer/`).split('\n')).toEqual(
    ['EVIDENCE.md', 'HYPOTHESIS.md', 'command_log.jsonl'].map((name) => `${folder}/answer/${name}`),
  );
  expect(desk.gate()).toEqual(passesAs('pull-request answer', ...notices));
  desk.hooked('push', '--quiet', 'origin', 'HEAD');
}

function killed(desk: Desk): void {
  desk.spike('kill', '-m', 'Not worth the while.');
  const evidence = 'spike-evidence/answer';
  expect(desk.gate({ head: evidence, branch: evidence })).toEqual(passesAs('evidence answer'));
  desk.hooked('push', '--quiet', 'origin', evidence);
}

interface Place {
  readonly open: () => Desk;
  readonly parts?: SpikeParts;
  /** Of bundles. */
  readonly folder?: string;
  readonly notices?: readonly string[];
}

describe('a spike', () => {
  it.each<readonly [string, Place]>([
    ['without a .spike.yml', { open: bare, parts: { byHand: true } }],
    ['that spike init never saw', { open: strange, parts: { byHand: true }, notices: [BARE] }],
    ['with every key set', { open: full, folder: 'docs/decisions/spikes' }],
    ['with another folder of bundles', { open: elsewhere, folder: 'docs/spikes' }],
  ])('passes in a repository %s, shipped or killed', (_, { open, parts, folder, notices = [] }) => {
    const shipping = open();
    shipping.begin(parts);
    ships(shipping, folder, ...notices);
    const killing = open();
    killing.begin(parts);
    killed(killing);
  });

  it('passes with more failures than are usual, where the budget is larger', () => {
    const desk = full();
    desk.begin();
    for (const _ of [1, 2, 3, 4]) expect(desk.run('spike-run', 'sh', 'check.sh').exitCode).toBe(1);
    desk.shipWith('yes');
    expect(desk.gate()).toEqual(passesAs('pull-request answer'));
  });

  it('passes on a branch of another pattern', () => {
    const desk = named();
    desk.begin({ branch: 'experiment/answer' });
    ships(desk);
  });

  it('passes beside an ordinary branch that would elsewhere be a spike', () => {
    const desk = named();
    desk.git('switch', '--quiet', '--create', 'spike/ordinary');
    desk.work('Mend a typo', { 'README.md': 'The shop\n' });
    expect(desk.gate()).toEqual(NO_SPIKE);
  });

  it('passes where the target has become more lenient since', () => {
    const desk = usual();
    desk.begin();
    desk.git('switch', '--quiet', 'main');
    desk.commit('Give more time', { '.spike.yml': 'clock: 3h\nbudget: 9\nattempts: 9\n' });
    desk.git('push', '--quiet', 'origin', 'main');
    desk.git('switch', '--quiet', 'spike/answer');
    ships(desk);
  });
});

describe('a pull request of no spike', () => {
  it.each([
    ['as usual', usual],
    ['without a .spike.yml', bare],
    ['that spike init never saw', strange],
    ['with every key set', full],
  ] as const)('passes with one notice in a repository %s', (_, open) => {
    const desk = open();
    desk.git('switch', '--quiet', '--create', 'fix/typo');
    desk.work('Mend a typo', { 'README.md': 'The shop\n', 'docs/spikes.md': 'What spikes are\n' });
    expect(desk.gate()).toEqual(NO_SPIKE);
    desk.hooked('push', '--quiet', 'origin', 'HEAD');
  });

  it('passes with whatever is protected from spikes', () => {
    const desk = usual();
    desk.git('switch', '--quiet', '--create', 'chore/settings');
    desk.work('Give more time', { '.spike.yml': 'clock: 3h\n', '.github/workflows/other.yml': 'on: push\n' });
    expect(desk.gate()).toEqual(NO_SPIKE);
  });

  it('passes with a file beside the bundles, and with what spike init writes', () => {
    const desk = strange();
    desk.git('switch', '--quiet', '--create', 'chore/spike-gate');
    desk.spike('init');
    desk.work('Set up spike-gate', { 'spikes/README.md': 'What was tried\n' });
    expect(desk.gate()).toEqual(NO_SPIKE);
  });

  it('passes on a branch that changes nothing', () => {
    const desk = usual();
    desk.git('switch', '--quiet', '--create', 'fix/nothing');
    expect(desk.gate()).toEqual(NO_SPIKE);
    desk.hooked('commit', '--quiet', '--allow-empty', '--message', 'Run the checks again');
    expect(desk.gate()).toEqual(NO_SPIKE);
  });
});
