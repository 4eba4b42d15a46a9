/** Pull requests that take on, take back or tidy away what shipped spikes have brought. */

import { describe, expect, it } from 'vitest';
import { BARE, type Desk, deskSetBack, NO_SPIKE, passesAs, REBASED } from '../support/honest-desk.ts';

const ANSWER = '`grep -q yes app/answer` exits 0';
const HOURS = '`grep -q Sundays docs/hours` exits 0';

function ship(desk: Desk, { slug, target, file, word, observable }: Ware): void {
  desk.git('switch', '--quiet', target);
  desk.begin({ slug, target, observable, paths: [file] });
  desk.work(`Say ${word}`, { [file]: `${word}\n` });
  desk.spikeRun('grep', '-q', word, file);
  desk.spike('ship', '-m', 'One word was enough.');
  expect(desk.gate({ base: target })).toEqual(passesAs(`pull-request ${slug}`));
}

interface Ware {
  readonly slug: string;
  readonly target: string;
  readonly file: string;
  readonly word: string;
  readonly observable: string;
}

interface Merge {
  readonly slug: string;
  readonly into?: string;
  readonly how: 'merge' | 'squash' | 'rebase';
}

/** By the three buttons of a pull request. */
function merge(desk: Desk, { slug, into = 'main', how }: Merge): void {
  desk.git('switch', '--quiet', into);
  const commits = desk.git('log', '--reverse', '--format=%B', `${into}..spike/${slug}`);
  if (how === 'merge') desk.git('merge', '--quiet', '--no-ff', '--no-edit', `spike/${slug}`);
  if (how === 'rebase') desk.git('cherry-pick', `${into}..spike/${slug}`);
  if (how === 'squash') {
    desk.git('merge', '--quiet', '--squash', `spike/${slug}`);
    desk.git('commit', '--quiet', '--message', `Ship ${slug} (#7)\n\n${commits}`);
  }
  desk.git('push', '--quiet', 'origin', into);
}

const ANSWERED: Ware = { slug: 'answer', target: 'main', file: 'app/answer', word: 'yes', observable: ANSWER };
const OPENED: Ware = { slug: 'hours', target: 'main', file: 'docs/hours', word: 'Sundays', observable: HOURS };

/** `main` and, from the same commit, `release/1.x` and `develop`; each carries the others' spikes on. */
const lined = deskSetBack({
  prepare(desk) {
    desk.commit('Let branches carry spikes on', { '.spike.yml': 'carriers: [develop, main]\n' });
    for (const branch of ['develop', 'release/1.x']) desk.git('branch', branch);
    desk.git('push', '--quiet', 'origin', 'main', 'develop', 'release/1.x');
  },
});

const shipped = deskSetBack({
  prepare(desk) {
    desk.git('branch', 'release/1.x');
    desk.git('push', '--quiet', 'origin', 'release/1.x');
    ship(desk, ANSWERED);
  },
});

describe('a carrier', () => {
  it('passes with the spikes that develop has taken in since the last release, of either decision', () => {
    const desk = lined();
    ship(desk, { ...ANSWERED, target: 'develop' });
    merge(desk, { slug: 'answer', into: 'develop', how: 'merge' });
    ship(desk, { ...OPENED, target: 'develop' });
    merge(desk, { slug: 'hours', into: 'develop', how: 'squash' });
    desk.begin({ slug: 'dead', target: 'develop' });
    desk.spike('kill', '-m', 'Not worth the while.');
    desk.git('switch', '--quiet', 'develop');
    desk.git('merge', '--quiet', '--no-ff', '--no-edit', 'spike-evidence/dead');
    desk.commit('Work that is no spike', { 'lib/other': 'x\n' });
    desk.git('push', '--quiet', 'origin', 'develop');
    const gated = desk.gate({ base: 'origin/main', head: 'origin/develop', branch: 'develop' });
    expect(gated).toMatchObject({ exitCode: 0, passed: true, findings: [] });
    expect([...gated.judged].sort()).toEqual(['carrier answer', 'carrier dead', 'carrier hours']);
  });

  it('passes as a merge of main into a release branch', () => {
    const desk = lined();
    ship(desk, ANSWERED);
    merge(desk, { slug: 'answer', how: 'rebase' });
    ship(desk, OPENED);
    merge(desk, { slug: 'hours', how: 'merge' });
    const gated = desk.gate({ base: 'origin/release/1.x', head: 'origin/main', branch: 'main' });
    expect(gated).toMatchObject({ exitCode: 0, passed: true, findings: [] });
    expect([...gated.judged].sort()).toEqual(['carrier answer', 'carrier hours']);
  });

  it('passes without a spike on board', () => {
    const desk = lined();
    desk.git('switch', '--quiet', 'develop');
    desk.commit('Work that is no spike', { 'lib/other': 'x\n' });
    expect(desk.gate({ base: 'origin/main' })).toEqual(NO_SPIKE);
  });
});

describe('a backport', () => {
  it.each(['merge', 'squash', 'rebase'] as const)(
    'passes as cherry-picks of the code of a spike that the default branch took in by %s',
    (how) => {
      const desk = shipped();
      merge(desk, { slug: 'answer', how });
      desk.git('switch', '--quiet', '--create', 'backport/answer', 'origin/release/1.x');
      desk.hooked('cherry-pick', '-x', 'spike/answer^');
      expect(desk.git('log', '-1', '--format=%(trailers:key=Spike,valueonly)')).toMatch(/^answer\/1 /);
      expect(desk.gate({ base: 'origin/release/1.x' })).toEqual(NO_SPIKE);
    },
  );

  it('passes as cherry-picks onto a branch that holds the bundle', () => {
    const desk = shipped();
    merge(desk, { slug: 'answer', how: 'squash' });
    desk.commit('Answer no for now', { 'app/answer': 'no\n' });
    desk.git('push', '--quiet', 'origin', 'main');
    desk.git('switch', '--quiet', '--create', 'again/answer');
    desk.hooked('cherry-pick', '-x', 'spike/answer^');
    expect(desk.gate()).toEqual(NO_SPIKE);
  });

  it('passes with its bundle as the default branch holds it', () => {
    const desk = shipped();
    merge(desk, { slug: 'answer', how: 'squash' });
    desk.git('switch', '--quiet', '--create', 'backport/answer', 'origin/release/1.x');
    desk.hooked('cherry-pick', '-x', 'main');
    expect(desk.gate({ base: 'origin/release/1.x' })).toEqual(NO_SPIKE);
  });
});

describe('what a spike brought', () => {
  it.each([
    ['merge', ['-m', '1']],
    ['squash', []],
  ] as const)('passes as a revert where it came by %s', (how, options) => {
    const desk = shipped();
    merge(desk, { slug: 'answer', how });
    desk.git('switch', '--quiet', '--create', 'revert-7-spike/answer');
    desk.hooked('revert', '--no-edit', ...options, 'main');
    expect(desk.git('ls-tree', '-r', '--name-only', 'HEAD', 'spikes/answer')).toBe('');
    expect(desk.gate()).toEqual(NO_SPIKE);
  });

  it('passes as a revert of its code alone', () => {
    const desk = shipped();
    merge(desk, { slug: 'answer', how: 'rebase' });
    desk.git('switch', '--quiet', '--create', 'revert/answer');
    desk.hooked('revert', '--no-edit', 'main^');
    expect(desk.git('ls-tree', '-r', '--name-only', 'HEAD', 'spikes/answer')).toContain('EVIDENCE.md');
    expect(desk.gate()).toEqual(NO_SPIKE);
  });

  it('passes as a revert of the revert where it came by squash', () => {
    const desk = shipped();
    merge(desk, { slug: 'answer', how: 'squash' });
    desk.hooked('revert', '--no-edit', 'main');
    desk.git('push', '--quiet', 'origin', 'main');
    desk.git('switch', '--quiet', '--create', 'reapply/answer');
    desk.hooked('revert', '--no-edit', 'HEAD');
    expect(desk.gate()).toEqual(passesAs('pull-request answer', BARE, REBASED));
  });

  it('passes as a revert of the revert where it came by merge', () => {
    const desk = shipped();
    merge(desk, { slug: 'answer', how: 'merge' });
    desk.hooked('revert', '--no-edit', '-m', '1', 'main');
    desk.git('push', '--quiet', 'origin', 'main');
    desk.git('switch', '--quiet', '--create', 'reapply/answer');
    desk.hooked('revert', '--no-edit', 'HEAD');
    expect(desk.gate()).toEqual(passesAs('pull-request answer', BARE));
  });

  it('passes as a review round where it was reverted', () => {
    const desk = shipped();
    merge(desk, { slug: 'answer', how: 'merge' });
    desk.hooked('revert', '--no-edit', '-m', '1', 'main');
    desk.git('push', '--quiet', 'origin', 'main');
    desk.git('switch', '--quiet', 'spike/answer');
    desk.spike('start', '--again', '-m', 'Reverted, and wanted after all');
    desk.hooked('merge', '--quiet', '--no-edit', 'main');
    desk.hooked('revert', '--no-edit', 'main');
    desk.spikeRun('grep', '-q', 'yes', 'app/answer');
    desk.spike('ship', '-m', 'It holds again.');
    expect(desk.gate()).toEqual(passesAs('pull-request answer'));
  });

  it('passes as a tidying away of old bundles', () => {
    const desk = shipped();
    merge(desk, { slug: 'answer', how: 'squash' });
    ship(desk, OPENED);
    merge(desk, { slug: 'hours', how: 'squash' });
    desk.git('switch', '--quiet', '--create', 'tidy/bundles');
    desk.git('rm', '--quiet', '-r', 'spikes/answer', 'spikes/hours');
    desk.hooked('commit', '--quiet', '--message', 'Tidy old spikes away');
    expect(desk.gate()).toEqual(NO_SPIKE);
  });

  it.each(['merge', 'squash', 'rebase'] as const)(
    'passes as ground for work of its own, once it has come by %s and the target is merged in',
    (how) => {
      const desk = shipped();
      desk.git('switch', '--quiet', '--create', 'feature/louder', 'spike/answer');
      desk.work('Say it louder', { 'app/louder': 'YES\n' });
      merge(desk, { slug: 'answer', how });
      desk.git('switch', '--quiet', 'feature/louder');
      desk.hooked('merge', '--quiet', '--no-edit', 'main');
      expect(desk.gate()).toEqual(NO_SPIKE);
    },
  );

  it.each(['merge', 'squash', 'rebase'] as const)(
    'passes as ground for work of its own, once it has come by %s and the target is not merged in yet',
    (how) => {
      const desk = shipped();
      desk.git('switch', '--quiet', '--create', 'feature/louder', 'spike/answer');
      desk.work('Say it louder', { 'app/louder': 'YES\n' });
      merge(desk, { slug: 'answer', how });
      desk.git('switch', '--quiet', 'feature/louder');
      expect(desk.gate()).toEqual(NO_SPIKE);
    },
  );
});
