/** Pull requests of spikes in repositories, and by people, that git is set up otherwise for. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Desk, deskSetBack, introduce, MERGED, passesAs } from '../support/honest-desk.ts';

const PASSES = passesAs('pull-request answer');
const EVIDENCE = 'spike-evidence/answer';

const usual = deskSetBack();
const wide = deskSetBack({ objectFormat: 'sha256' });

function ships(desk: Desk): void {
  desk.begin();
  desk.run('spike-run', 'sh', 'check.sh');
  desk.shipWith('yes');
  expect(desk.gate()).toEqual(PASSES);
  desk.hooked('push', '--quiet', 'origin', 'HEAD');
}

function cloneOf(desk: Desk, name: string, ...options: readonly string[]): Desk {
  mkdirSync(join(desk.root, name));
  desk.gitWith({ cwd: join(desk.root, name) }, 'clone', '--quiet', ...options, `file://${desk.origin.path}`, 'shop');
  const clone = desk.at(join(desk.root, name, 'shop'), join(desk.root, name, 'home'));
  introduce(clone);
  return clone;
}

it('objects named by SHA-256', () => {
  const desk = wide();
  ships(desk);
  expect(desk.git('rev-parse', 'HEAD')).toHaveLength(64);
  desk.git('switch', '--quiet', 'main');
  desk.begin({ slug: 'dead' });
  desk.spike('kill', '-m', 'Not worth the while.');
  expect(desk.gate({ head: 'spike-evidence/dead', branch: 'spike-evidence/dead' })).toEqual(passesAs('evidence dead'));
});

it('commits that are signed, the evidence too', () => {
  const desk = usual();
  const key = join(desk.root, 'key');
  expect(desk.run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key).exitCode).toBe(0);
  for (const [name, value] of [
    ['gpg.format', 'ssh'],
    ['user.signingKey', key],
    ['commit.gpgSign', 'true'],
    ['log.showSignature', 'true'],
  ] as const) {
    desk.git('config', name, value);
  }
  ships(desk);
  const signed = (commit: string) => desk.git('cat-file', 'commit', commit).includes('\ngpgsig');
  expect(['HEAD', 'HEAD^'].map(signed)).toEqual([true, true]);
  desk.spike('start', '--again', '-m', 'A doubt came up');
  desk.spike('kill', '-m', 'The doubt was right.');
  expect(signed(EVIDENCE)).toBe(true);
  expect(desk.gate({ head: EVIDENCE, branch: EVIDENCE })).toEqual(passesAs('evidence answer'));
});

it('a shallow clone, where the spike was started and shipped', () => {
  const desk = usual();
  const shallow = cloneOf(desk, 'shallow', '--depth=1');
  shallow.spike('init');
  ships(shallow);
});

it('a shallow clone that reaches to where the spike began', () => {
  const desk = usual();
  for (const day of ['Monday', 'Tuesday', 'Wednesday']) desk.commit(`Open on ${day}`, { 'docs/hours': day });
  desk.git('push', '--quiet', 'origin', 'main');
  ships(desk);
  const shallow = cloneOf(desk, 'shallow', '--depth=3', '--branch=spike/answer', '--no-single-branch');
  expect(shallow.git('rev-parse', '--is-shallow-repository')).toBe('true');
  expect(shallow.gate({ base: 'origin/main', branch: 'spike/answer' })).toEqual(PASSES);
});

it('a partial clone, which brings contents as they are asked for', () => {
  const desk = usual();
  ships(desk);
  desk.origin.git('config', 'uploadpack.allowFilter', 'true');
  desk.origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const partial = cloneOf(desk, 'partial', '--filter=blob:none', '--no-checkout');
  expect(partial.gate({ base: 'origin/main', head: 'origin/spike/answer', branch: 'spike/answer' })).toEqual(PASSES);
});

it('a linked worktree', () => {
  const desk = usual();
  desk.git('worktree', 'add', '--quiet', '--detach', '../beside');
  ships(desk.at('../beside'));
  expect(desk.gate({ head: 'spike/answer', branch: 'spike/answer' })).toEqual(PASSES);
});

it('settings by which git says everything otherwise', () => {
  const desk = usual();
  for (const [name, value] of [
    ['core.quotePath', 'false'],
    ['core.abbrev', '5'],
    ['core.commentChar', ';'],
    ['core.ignoreCase', 'true'],
    ['color.ui', 'always'],
    ['commit.cleanup', 'scissors'],
    ['commit.verbose', 'true'],
    ['diff.noprefix', 'true'],
    ['diff.renames', 'copies'],
    ['diff.ignoreSubmodules', 'all'],
    ['diff.external', 'false'],
    ['i18n.commitEncoding', 'ISO-8859-1'],
    ['i18n.logOutputEncoding', 'ISO-8859-1'],
    ['log.showSignature', 'true'],
    ['log.follow', 'true'],
    ['log.mailmap', 'true'],
    ['merge.ff', 'false'],
    ['rebase.autoStash', 'true'],
    ['status.showUntrackedFiles', 'no'],
    ['trailer.separators', '=:'],
    ['trailer.ifexists', 'addIfDifferent'],
  ] as const) {
    desk.git('config', name, value);
  }
  ships(desk);
  desk.git('switch', '--quiet', 'main');
  desk.commit('Open on Sundays', { 'docs/hours': 'Sundays too\n' });
  desk.git('push', '--quiet', 'origin', 'main');
  desk.git('switch', '--quiet', 'spike/answer');
  desk.hooked('merge', '--quiet', '--no-edit', 'main');
  expect(desk.gate()).toEqual(passesAs('pull-request answer', MERGED));
});

it('a target that is not the default branch', () => {
  const desk = usual();
  desk.git('switch', '--quiet', '--create', 'trunk');
  desk.commit('Open on Sundays', { 'docs/hours': 'Sundays too\n' });
  desk.git('push', '--quiet', 'origin', 'trunk');
  desk.begin({ target: 'trunk' });
  desk.shipWith('yes');
  expect(desk.gate()).toEqual(PASSES);
  expect(desk.gate({ base: 'trunk' })).toEqual(PASSES);
  expect(desk.gate({ base: 'origin/trunk' })).toEqual(PASSES);
});

it('commits by others, with their names, co-authors and long messages', () => {
  const desk = usual();
  desk.begin();
  const body =
    'Because.\n\nCo-authored-by: Ötzi <oetzi@test.invalid>\nSigned-off-by: Test Person <person@test.invalid>';
  desk.write('app/answer', 'yes\n');
  desk.git('add', '--all');
  desk.hooked('commit', '--quiet', '--author', 'Ötzi <oetzi@test.invalid>', '--message', `Antworte größer\n\n${body}`);
  desk.hooked('commit', '--quiet', '--allow-empty', '--amend', '--no-edit', '--signoff');
  desk.spikeRun('sh', 'check.sh');
  desk.spike('ship', '-m', 'Größer: "ja" & <yes> `yes` @nobody #1');
  expect(desk.gate()).toEqual(PASSES);
});
