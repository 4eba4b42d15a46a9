/** Pull requests of shipped spikes whose history was rewritten, or whose target has moved on, and whose patch is still the sealed one. */

import { describe, expect, it } from 'vitest';
import { BARE, type Desk, deskSetBack, MERGED, passesAs, REBASED } from '../support/honest-desk.ts';

const PASSES = passesAs('pull-request answer');

const started = deskSetBack({
  prepare(desk) {
    desk.begin();
    desk.run('spike-run', 'sh', 'check.sh');
  },
});

const shipped = deskSetBack({
  prepare(desk) {
    desk.begin();
    desk.run('spike-run', 'sh', 'check.sh');
    desk.work('Try maybe', { 'app/answer': 'maybe\n' });
    desk.shipWith('yes');
  },
});

function moveTarget(desk: Desk, files: Readonly<Record<string, string>> = { 'docs/hours': 'Sundays too\n' }): void {
  const branch = desk.git('branch', '--show-current');
  desk.git('switch', '--quiet', 'main');
  desk.commit('Open on Sundays', files);
  desk.git('push', '--quiet', 'origin', 'main');
  desk.git('switch', '--quiet', branch);
}

describe('a shipped spike', () => {
  it('passes as it was shipped', () => {
    const desk = shipped();
    expect(desk.gate()).toEqual(PASSES);
    desk.hooked('push', '--quiet', 'origin', 'HEAD');
    expect(desk.gate({ base: 'origin/main', head: 'origin/spike/answer', branch: 'spike/answer' })).toEqual(PASSES);
  });

  it('passes behind a target that has moved on', () => {
    const desk = shipped();
    moveTarget(desk);
    expect(desk.gate()).toEqual(PASSES);
  });

  it('passes rebased onto it, which is said', () => {
    const desk = shipped();
    moveTarget(desk);
    desk.hooked('rebase', '--quiet', 'main');
    expect(desk.gate()).toEqual(passesAs('pull-request answer', REBASED));
    desk.hooked('push', '--quiet', 'origin', 'HEAD');
  });

  it('passes rebased and put in order, with its commits reworded and squashed', () => {
    const desk = shipped();
    moveTarget(desk);
    desk.hooked('-c', 'sequence.editor=sed -i 2s/pick/fixup/', 'rebase', '--quiet', '--interactive', 'main');
    desk.hooked('commit', '--quiet', '--amend', '--message', 'Evidence: the shop answers');
    expect(desk.git('rev-list', '--count', 'main..HEAD')).toBe('2');
    expect(desk.gate()).toMatchObject({
      ...passesAs('pull-request answer'),
      notices: expect.arrayContaining([REBASED]),
    });
  });

  it('passes with the target merged in after the seal', () => {
    const desk = shipped();
    moveTarget(desk);
    desk.hooked('merge', '--quiet', '--no-edit', 'main');
    expect(desk.git('rev-list', '--merges', '--count', 'main..HEAD')).toBe('1');
    expect(desk.gate()).toEqual(passesAs('pull-request answer', MERGED));
    moveTarget(desk, { 'docs/hours': 'Never on Mondays\n' });
    desk.hooked('merge', '--quiet', '--no-edit', 'main');
    expect(desk.gate()).toEqual(passesAs('pull-request answer', MERGED));
    desk.hooked('push', '--quiet', 'origin', 'HEAD');
  });

  it('passes with the target merged in by the button of the pull request', () => {
    const desk = shipped();
    moveTarget(desk);
    desk.git('-c', 'core.hooksPath=/dev/null', 'merge', '--quiet', '--no-edit', 'main');
    expect(desk.gate()).toEqual(passesAs('pull-request answer', BARE, MERGED));
  });

  it('passes squashed into one commit with its bundle', () => {
    const desk = shipped();
    desk.hooked('reset', '--quiet', '--soft', 'main');
    desk.hooked('commit', '--quiet', '--message', 'The shop answers');
    expect(desk.git('rev-list', '--count', 'main..HEAD')).toBe('1');
    expect(desk.gate()).toEqual(passesAs('pull-request answer', REBASED));
    desk.hooked('push', '--quiet', 'origin', 'HEAD');
  });

  it('passes squashed onto a moved target on a branch made for it', () => {
    const desk = shipped();
    moveTarget(desk);
    desk.git('switch', '--quiet', '--create', 'squashed', 'main');
    desk.git('merge', '--quiet', '--squash', 'spike/answer');
    desk.git('commit', '--quiet', '--message', 'The shop answers');
    expect(desk.gate()).toMatchObject({
      ...passesAs('pull-request answer'),
      notices: expect.arrayContaining([REBASED]),
    });
  });

  it('passes with further commits that change nothing', () => {
    const desk = shipped();
    desk.hooked('commit', '--quiet', '--allow-empty', '--message', 'Run the checks again');
    expect(desk.gate()).toEqual(PASSES);
  });

  it('passes with a commit of its evidence alone after the ship', () => {
    const desk = shipped();
    desk.spike('start', '--again', '-m', 'Asked whether it holds twice');
    desk.spikeRun('sh', 'check.sh');
    desk.spike('ship', '-m', 'It holds twice.');
    expect(desk.git('diff', '--name-only', 'HEAD^', 'HEAD', '--', ':!spikes')).toBe('');
    expect(desk.gate()).toEqual(PASSES);
  });
});

describe('a spike that was moved on before it shipped', () => {
  it('passes rebased', () => {
    const desk = started();
    desk.work('Try maybe', { 'app/answer': 'maybe\n' });
    moveTarget(desk);
    desk.hooked('rebase', '--quiet', 'main');
    desk.shipWith('yes');
    expect(desk.gate()).toEqual(PASSES);
  });

  it('passes with the target merged in', () => {
    const desk = started();
    desk.work('Try maybe', { 'app/answer': 'maybe\n' });
    moveTarget(desk);
    desk.hooked('merge', '--quiet', '--no-edit', 'main');
    desk.shipWith('yes');
    expect(desk.gate()).toEqual(PASSES);
  });

  it('passes with the target merged in over the same file', () => {
    const desk = started();
    desk.work('Try maybe', { 'app/answer': 'maybe\n' });
    moveTarget(desk, { 'app/answer': 'never\n' });
    expect(desk.run('git', 'merge', '--quiet', '--no-edit', 'main').exitCode).toBe(1);
    desk.work('Merge main', { 'app/answer': 'yes\n' });
    desk.spikeRun('sh', 'check.sh');
    desk.spike('ship', '-m', 'One word was enough.');
    expect(desk.gate()).toEqual(PASSES);
  });

  it('passes with merges of branches of its own', () => {
    const desk = started();
    desk.work('Try maybe', { 'app/answer': 'maybe\n' });
    desk.git('switch', '--quiet', '--create', 'aside');
    desk.work('Write a greeting', { 'app/greeting': 'Hello\n' });
    desk.git('switch', '--quiet', 'spike/answer');
    desk.work('Write a farewell', { 'app/farewell': 'Bye\n' });
    desk.hooked('merge', '--quiet', '--no-ff', '--no-edit', 'aside');
    desk.shipWith('yes');
    const gated = desk.gate();
    expect(gated).toMatchObject({ ...PASSES, notices: [BARE] });
  });
});
