/** Pull requests of spikes that were reviewed and gone on with. */

import { describe, expect, it } from 'vitest';
import { type Desk, deskSetBack, introduce, passesAs } from '../support/honest-desk.ts';

const PASSES = passesAs('pull-request answer');

const proposed = deskSetBack({
  prepare(desk) {
    desk.begin();
    desk.run('spike-run', 'sh', 'check.sh');
    desk.shipWith('yes');
    desk.hooked('push', '--quiet', 'origin', 'HEAD');
  },
});

function round(desk: Desk, reason: string, answer: string): void {
  desk.spike('start', '--again', '-m', reason);
  desk.shipWith(answer);
}

/** What is at the origin, as the gate sees it there. */
const pushed = (desk: Desk) => {
  desk.hooked('push', '--quiet', 'origin', 'HEAD');
  return desk.gate({ base: 'origin/main', head: 'origin/spike/answer', branch: 'spike/answer' });
};

const attemptsOf = (desk: Desk) =>
  desk.git('ls-tree', '-r', '--name-only', 'HEAD', 'spikes/answer/attempts/').split('\n');

/** On a machine of its own: nothing of the first one's control root is there. */
function elsewhere(desk: Desk): Desk {
  desk.gitWith({ cwd: desk.root }, 'clone', '--quiet', desk.origin.path, 'colleague/shop');
  const other = desk.at('../colleague/shop', `${desk.root}/colleague/home`);
  introduce(other);
  other.spike('init');
  expect(other.git('status', '--porcelain')).toBe('');
  other.git('switch', '--quiet', 'spike/answer');
  return other;
}

describe('a reviewed spike', () => {
  it('passes after one round, and after two', () => {
    const desk = proposed();
    round(desk, 'The reviewer asked for a capital', 'yes, Yes');
    expect(pushed(desk)).toEqual(PASSES);
    round(desk, 'The reviewer asked for two', 'yes, YEs');
    expect(pushed(desk)).toEqual(PASSES);
    expect(attemptsOf(desk)).toEqual(['spikes/answer/attempts/1.jsonl', 'spikes/answer/attempts/2.jsonl']);
  });

  it('passes with more rounds than attempts may end without a ship', () => {
    const desk = proposed();
    for (const answer of ['yes 2', 'yes 3', 'yes 4']) round(desk, 'Asked for more', answer);
    expect(pushed(desk)).toEqual(PASSES);
    expect(attemptsOf(desk)).toHaveLength(3);
  });

  it('passes with a round that was rebased onto changes of the same file', () => {
    const desk = proposed();
    desk.git('switch', '--quiet', 'main');
    desk.commit('Answer never', { 'app/answer': 'never\n' });
    desk.git('push', '--quiet', 'origin', 'main');
    desk.git('switch', '--quiet', 'spike/answer');
    desk.spike('start', '--again', '-m', 'main answers never by now');
    expect(desk.run('git', 'rebase', '--quiet', 'main').exitCode).toBe(1);
    desk.write('app/answer', 'yes\n');
    desk.git('add', '--all');
    desk.hooked('-c', 'core.editor=true', 'rebase', '--continue');
    desk.spikeRun('sh', 'check.sh');
    desk.spike('ship', '-m', 'It holds over never too.');
    desk.hooked('push', '--quiet', '--force', 'origin', 'HEAD');
    expect(pushed(desk)).toEqual(PASSES);
  });

  it('passes with a round of which an attempt ran into its budget first', () => {
    const desk = proposed();
    desk.spike('start', '--again', '-m', 'Asked for a no');
    desk.work('Answer no', { 'app/answer': 'no\n' });
    expect([1, 2, 3].map(() => desk.run('spike-run', 'sh', 'check.sh').exitCode)).toEqual([1, 1, 4]);
    round(desk, 'Back to what was right', 'yes, yes');
    expect(pushed(desk)).toEqual(PASSES);
  });
});

describe('a spike that is continued on another clone', () => {
  it('passes from the sealed bundle', () => {
    const desk = proposed();
    const other = elsewhere(desk);
    round(other, 'Gone on by a colleague', 'yes, again');
    expect(pushed(other)).toEqual(PASSES);
    expect(attemptsOf(other)).toEqual(['spikes/answer/attempts/1.jsonl']);
  });

  it('passes where the first one waits for it meanwhile, and takes it over again by a pull', () => {
    const desk = proposed();
    const other = elsewhere(desk);
    round(other, 'Gone on by a colleague', 'yes, again');
    pushed(other);
    desk.hooked('pull', '--quiet', '--ff-only', 'origin', 'spike/answer');
    expect(desk.gate()).toEqual(PASSES);
  });
});
