/** The tables of SECURITY.md, played with real git: what is said to be caught is, by that rule; what is said to pass does. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import { isSlug } from '../../src/core/slug.ts';
import { judgePullRequest } from '../../src/gate/pull-request.ts';
import { measureChange } from '../../src/git/change.ts';
import { resolveCommit, treeOf } from '../../src/git/objects.ts';
import { type Forgery, forge } from '../support/forgery.ts';
import { killedSpike, type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';
import { readPage, tableAfter } from './documents.ts';

const SLUG = 'users-email';
const SPIKE = `spike/${SLUG}`;
const BUNDLE = `spikes/${SLUG}`;
const LEDGER = `${BUNDLE}/command_log.jsonl`;

/** The rules that a pull request of HEAD fails. */
function failing(repository: SpikeRepository, { branch = SPIKE, target = 'main' } = {}): readonly string[] {
  const { spikes, passed } = judgePullRequest({
    cwd: repository.path,
    target: commitAt(repository, target),
    head: commitAt(repository, 'HEAD'),
    branch,
    sameRepository: true,
  });
  const rules = spikes.flatMap(({ verdict }) => verdict.findings.map(({ rule }) => rule));
  expect(passed).toBe(rules.length === 0);
  return [...new Set(rules)];
}

function commitAt({ path }: SpikeRepository, name: string) {
  const commit = resolveCommit(path, name);
  if (commit === undefined) throw new Error(`expected a commit ${name}, found none`);
  return commit;
}

/** A file of the working tree, edited. */
function edit(repository: SpikeRepository, file: string, change: (text: string) => string): void {
  const before = readFileSync(join(repository.path, file), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`expected to change ${file}`);
  repository.write(file, after);
}

/** From the shipped spike, past the hooks. */
function tamper(repository: SpikeRepository, act: () => void): void {
  repository.git('switch', '--quiet', '--detach', SPIKE);
  act();
  repository.commit('Tamper');
}

function publish(repository: SpikeRepository, { ledger, evidence }: Forgery): void {
  repository.write(LEDGER, ledger);
  repository.write(`${BUNDLE}/EVIDENCE.md`, evidence);
}

function withoutFailures(repository: SpikeRepository): Forgery {
  const ledger = repository.git('show', `${SPIKE}:${LEDGER}`);
  const failed = new Set([...ledger.matchAll(/"kind":"run","of":(\d+),[^\n]*"exit":1,/g)].map(([, of]) => Number(of)));
  return forge(`${ledger}\n`, {
    keep: (record) => !failed.has(record.kind === 'run' ? record.of : record.seq),
  });
}

/** A target whose settings have become stricter. */
function stricter(repository: SpikeRepository, settings: string): string {
  repository.git('switch', '--quiet', '--detach', 'main');
  repository.commit('Be stricter', { '.spike.yml': settings });
  const tip = repository.git('rev-parse', 'HEAD');
  repository.git('switch', '--quiet', '--detach', SPIKE);
  return tip;
}

type Play = (repository: SpikeRepository) => readonly string[];

function tampered(act: (repository: SpikeRepository) => void): Play {
  return (repository) => {
    tamper(repository, () => act(repository));
    return failing(repository);
  };
}

const CAUGHT: Readonly<Record<string, Play>> = {
  'a byte of the ledger is changed': tampered((repository) => {
    edit(repository, LEDGER, (text) => text.replace('"exit":1,', '"exit":2,'));
  }),
  'lines are cut off the end of the ledger': tampered((repository) => {
    edit(repository, LEDGER, (text) => text.replace(/[^\n]*\n$/, ''));
  }),
  'the ledger of another spike is put in its place': tampered((repository) => {
    repository.write(LEDGER, `${repository.git('show', 'spike/other:spikes/other/command_log.jsonl')}\n`);
  }),
  'a file of the bundle is a symbolic link': tampered((repository) => {
    repository.remove(LEDGER);
    repository.link(LEDGER, 'HYPOTHESIS.md');
  }),
  "a file is added to the bundle's folder": tampered((repository) => {
    repository.write(`${BUNDLE}/notes.md`, 'more\n');
  }),
  'the facts in EVIDENCE.md are edited by hand': tampered((repository) => {
    edit(repository, `${BUNDLE}/EVIDENCE.md`, (text) => text.replace('1 failed', '0 failed'));
  }),
  'the paragraph in EVIDENCE.md is edited after the seal': tampered((repository) => {
    edit(repository, `${BUNDLE}/EVIDENCE.md`, (text) => `${text}And nothing was hard.\n`);
  }),
  'HYPOTHESIS.md is edited, its paths widened': tampered((repository) => {
    edit(repository, `${BUNDLE}/HYPOTHESIS.md`, (text) => text.replace('- app/', '- app/\n- lib/'));
  }),
  'code is committed after the seal, past the hooks': tampered((repository) => {
    repository.write('app/answer', 'yes, and more\n');
  }),
  'a file outside the declared paths is changed, past the hooks': tampered((repository) => {
    repository.write('README.md', 'Another shop\n');
  }),
  '`.spike.yml` is changed in the same pull request': tampered((repository) => {
    repository.write('.spike.yml', 'budget: 100\n');
  }),
  'the workflow is changed in the same pull request': tampered((repository) => {
    repository.write('.github/workflows/spike-gate.yml', 'on: push\n');
  }),
  'the ledger is chained anew without its failures, and the commits keep their trailers': tampered((repository) => {
    publish(repository, withoutFailures(repository));
  }),
  "a clock longer than the target's tip allows": (repository) =>
    failing(repository, { target: stricter(repository, 'clock: 30m\n') }),
  "a budget larger than the target's tip allows": (repository) =>
    failing(repository, { target: stricter(repository, 'budget: 2\n') }),
  'the observable held, then the code was changed, and the seal was forged': (repository) => {
    repository.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
    repository.commit('Answer more', { 'app/answer': 'yes, and more\n' });
    const commit = commitAt(repository, 'HEAD');
    const { patch, files } = measureChange({
      cwd: repository.path,
      base: commitAt(repository, 'main'),
      to: commit,
      paths: ['app/'],
      protectedPaths: [],
      bundle: DEFAULT_CONFIG.bundle,
      slug: slugged(SLUG),
    });
    repository.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
    const tree = treeOf(repository.path, commit);
    publish(
      repository,
      forge(`${repository.git('show', `${SPIKE}:${LEDGER}`)}\n`, { seal: { commit, tree, patch, files } }),
    );
    repository.commit('Publish');
    return failing(repository);
  },
  'the seal is forged to speak for later changes, and names the commit on which the observable held': (repository) => {
    const held = commitAt(repository, `${SPIKE}~1`);
    repository.git('switch', '--quiet', '--detach', held);
    repository.commit('Answer more', { 'app/answer': 'no\n' });
    const { patch, files } = measureChange({
      cwd: repository.path,
      base: commitAt(repository, 'main'),
      to: commitAt(repository, 'HEAD'),
      paths: ['app/'],
      protectedPaths: [],
      bundle: DEFAULT_CONFIG.bundle,
      slug: slugged(SLUG),
    });
    repository.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
    const seal = { commit: held, tree: treeOf(repository.path, held), patch, files };
    publish(repository, forge(`${repository.git('show', `${SPIKE}:${LEDGER}`)}\n`, { seal }));
    repository.commit('Publish');
    return failing(repository);
  },
  'a bundle that the target holds is replaced by another history of the spike': (repository) => {
    const other = withoutFailures(repository);
    repository.git('switch', '--quiet', '--detach', 'main');
    repository.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
    publish(repository, other);
    repository.commit('What was merged before');
    const target = repository.git('rev-parse', 'HEAD');
    repository.git('switch', '--quiet', '--detach', SPIKE);
    return failing(repository, { target });
  },
  'a trailer is mangled, and the branch renamed to an ordinary name': (repository) => {
    repository.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
    repository.git('commit', '--quiet', '--amend', '--message', `Answer\n\nSpike: ${SLUG}/one`);
    return failing(repository, { branch: 'feature/answers' });
  },
  'the branch is renamed to an ordinary name, and the bundle left out': (repository) => {
    repository.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
    return failing(repository, { branch: 'feature/answers' });
  },
  'two spikes come in one pull request': tampered((repository) => {
    repository.git('checkout', '--quiet', 'spike/other', '--', 'spikes/other');
  }),
};

function slugged(text: string) {
  if (isSlug(text)) return text;
  throw new Error(`expected a slug, found ${text}`);
}

const KILLED = 'the code of a killed spike is proposed';

async function killedCode(): Promise<readonly string[]> {
  const repository = await killedSpike();
  repository.git('checkout', '--quiet', `spike-evidence/${SLUG}`, '--', BUNDLE);
  repository.commit('Propose it anyway');
  return failing(repository);
}

/** A repository with two shipped spikes. */
async function scene(): Promise<SpikeRepository> {
  const repository = await shippedSpike();
  repository.git('switch', '--quiet', 'main');
  repository.begin({ slug: 'other' });
  repository.commitWork('Answer yes', { 'app/answer': 'yes\n' });
  await repository.run('sh', 'check.sh');
  await repository.ship();
  return repository;
}

test('every row of what is caught fails by the rule that it names', async () => {
  const repository = await scene();
  const rows = tableAfter(readPage('SECURITY.md'), '## What the pull-request gate catches');
  const plays = new Map<string, () => readonly string[] | Promise<readonly string[]>>([
    ...Object.entries(CAUGHT).map(([what, play]) => [what, () => play(repository)] as const),
    [KILLED, killedCode],
  ]);
  const played = new Map<string, string>();
  for (const [what = '', rule = ''] of rows) {
    const rules = (await plays.get(what)?.()) ?? ['nothing plays this row'];
    played.set(what, rules.includes(rule) ? rule : rules.join(' '));
  }

  expect([...plays.keys()].sort()).toEqual(rows.map(([what = '']) => what).sort());
  expect([...played]).toEqual(rows.map(([what, rule]) => [what, rule]));
});

test('what is said to pass does: nothing is claimed to be safe that is not', async () => {
  const repository = await shippedSpike();
  const passing = tableAfter(readPage('SECURITY.md'), '## What it does not catch').map(([what]) => what);

  expect(passing).toContain(
    'the ledger is written anew with the control directory in hand, before the commits or with new ones',
  );
  const forged = withoutFailures(repository);
  repository.git('switch', '--quiet', '--detach', 'main');
  repository.commit('Answer yes', { 'app/answer': 'yes\n' });
  const commit = commitAt(repository, 'HEAD');
  const seal = { commit, tree: treeOf(repository.path, commit) };
  repository.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
  publish(repository, forge(forged.ledger, { seal }));
  repository.commit('Publish');
  expect(failing(repository)).toEqual([]);

  expect(passing).toContain('the commits are rewritten without trailers, on an ordinary branch, without a bundle');
  repository.git('switch', '--quiet', '--detach', commit);
  expect(failing(repository, { branch: 'feature/answers' })).toEqual([]);
});
