/** What an author's hands do to a repository past every hook: with git's porcelain, its plumbing, or a ledger written anew. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import { parseCommitId } from '../../src/core/object-id.ts';
import type { SealRecord } from '../../src/core/record.ts';
import { parseSlug } from '../../src/core/slug.ts';
import { measureChange } from '../../src/git/change.ts';
import { treeOf } from '../../src/git/objects.ts';
import { type Forgery, forge, rechain, type Wishes } from '../support/forgery.ts';
import type { TestRepository } from '../support/git-fixture.ts';

export const SPIKE = 'spike/users-email';
export const BUNDLE = 'spikes/users-email';
export const LEDGER = `${BUNDLE}/command_log.jsonl`;
export const EVIDENCE = `${BUNDLE}/EVIDENCE.md`;
export const HYPOTHESIS = `${BUNDLE}/HYPOTHESIS.md`;
export const FIRST_LEDGER = `${BUNDLE}/attempts/1.jsonl`;

type Act = (field: TestRepository) => void;
type Script = (field: TestRepository) => undefined;

/** A commit on top of the spike. */
export function tampered(act: Act): Script {
  return (field) => {
    act(field);
    field.commit('Tamper');
  };
}

/** A file of the working tree, edited. */
export function edit(field: TestRepository, file: string, change: (text: string) => string): void {
  const before = readFileSync(join(field.path, file), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`expected to change ${file}`);
  field.write(file, after);
}

/** A file of a commit, every byte of it. */
export function fileAt(field: TestRepository, at: string, file: string): string {
  return field.gitWith({}, 'show', `${at}:${file}`).toString();
}

/** The bundle of HEAD with its last ledger and its evidence written anew; to be committed. */
export function publish(field: TestRepository, { ledger, evidence }: Forgery): void {
  field.write(LEDGER, ledger);
  field.write(EVIDENCE, evidence);
}

/** A commit on top of the spike in which its last ledger and its evidence are written anew. */
export function forged(wishes: Wishes | ((field: TestRepository) => Wishes)): Script {
  return tampered((field) => {
    const wanted = typeof wishes === 'function' ? wishes(field) : wishes;
    publish(field, forge(fileAt(field, SPIKE, LEDGER), wanted));
  });
}

/** What a seal says that speaks for `commit`, the way `spike ship` would count. */
export function sealFor(field: TestRepository, ref: string, target = 'main'): Partial<SealRecord> {
  const commit = parseCommitId(field.git('rev-parse', `${ref}^{commit}`));
  const { patch, files, outside } = measureChange({
    cwd: field.path,
    base: parseCommitId(field.git('merge-base', target, commit)),
    to: commit,
    paths: ['app/'],
    protectedPaths: [],
    bundle: DEFAULT_CONFIG.bundle,
    slug: parseSlug('users-email'),
  });
  return { commit, tree: treeOf(field.path, commit), patch, files, outside };
}

/** The value of a commit's trailer. */
export function trailerOf(field: TestRepository, ref: string): string {
  return field.git('log', '-1', '--format=%(trailers:key=Spike,valueonly)', ref).trim();
}

/** `main` goes on, from where it stands; gives its tip and comes back. */
export function moveMain(field: TestRepository, files: Readonly<Record<string, string>>): string {
  const here = field.git('rev-parse', 'HEAD');
  field.git('switch', '--quiet', 'main');
  const tip = field.commit('Move on', files);
  field.git('switch', '--quiet', '--detach', here);
  return tip;
}

interface Planted {
  readonly mode: '100644' | '100755' | '120000' | '160000';
  readonly path: string;
  /** What a file holds, or where a link points. */
  readonly text?: string;
}

/** A commit on HEAD made from the index alone: modes that a working tree would not give. */
export function plant(field: TestRepository, ...entries: readonly Planted[]): undefined {
  for (const { mode, path, text = 'x\n' } of entries) {
    field.git('rm', '--quiet', '-r', '--cached', '--ignore-unmatch', '--', path);
    const id = mode === '160000' ? field.git('rev-parse', 'HEAD') : blob(field, text);
    field.git('update-index', '--add', '--cacheinfo', `${mode},${id},${path}`);
  }
  field.git('commit', '--quiet', '--no-verify', '--message', 'Plant');
}

function blob(field: TestRepository, text: string | Uint8Array): string {
  return field.gitWith({ input: text }, 'hash-object', '-w', '--stdin').toString().trim();
}

/** A commit on HEAD that holds a file under a path which git's index would refuse. */
export function plantOddPath(
  field: TestRepository,
  folders: readonly (string | Uint8Array)[],
  name: string,
): undefined {
  const entry = (mode: string, id: string, at: string | Uint8Array): Buffer =>
    Buffer.concat([
      Buffer.from(`${mode} ${mode === '040000' ? 'tree' : 'blob'} ${id}\t`),
      Buffer.from(at),
      Buffer.of(0),
    ]);
  const write = (parts: readonly Uint8Array[]): string =>
    field
      .gitWith({ input: Buffer.concat(parts) }, 'mktree', '-z')
      .toString()
      .trim();
  const descend = (treeish: string | undefined, [folder, ...rest]: readonly (string | Uint8Array)[]): string => {
    const held = treeish === undefined ? [] : entriesOf(field, treeish);
    if (folder === undefined)
      return write([...held.map(({ line }) => line), entry('100644', blob(field, 'x\n'), name)]);
    const below = held.find(({ path }) => path === Buffer.from(folder).toString('latin1'));
    const tree = descend(below?.id, rest);
    const others = held.filter((one) => one !== below).map(({ line }) => line);
    return write([...others, entry('040000', tree, folder)]);
  };
  const tree = descend('HEAD', folders);
  const commit = field.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Plant');
  field.git('update-ref', 'HEAD', commit);
}

function entriesOf(field: TestRepository, treeish: string) {
  const listing = field.gitWith({}, 'ls-tree', '-z', treeish).toString('latin1');
  return listing
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const [head = '', path = ''] = line.split('\t');
      return { id: head.split(' ')[2] ?? '', path, line: Buffer.from(`${line}\0`, 'latin1') };
    });
}

interface Later {
  /** The commit that follows what the observable held on. */
  readonly files: Readonly<Record<string, string>>;
  /** What the seal says beside that it speaks for that commit. */
  readonly seal?: (field: TestRepository) => Partial<SealRecord>;
}

/** More code after the run that held; then a bundle whose seal speaks for all of it. */
export function sealedAnew({ files, seal = () => ({}) }: Later): Script {
  return (field) => {
    field.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
    field.commit('Answer more', files);
    const wanted = { ...sealFor(field, 'HEAD'), ...seal(field) };
    field.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
    publish(field, forge(fileAt(field, SPIKE, LEDGER), { seal: wanted }));
    field.commit('Publish');
  };
}

/** The spike with another message on its one commit of work, and its bundle as it was. */
export function reworded(message: (trailer: string) => string): Script {
  return (field) => {
    field.git('switch', '--quiet', '--detach', `${SPIKE}~1`);
    const trailer = trailerOf(field, 'HEAD');
    field.git('commit', '--quiet', '--amend', '--no-verify', '--message', message(trailer));
    field.git('checkout', '--quiet', SPIKE, '--', BUNDLE);
    field.commit('Publish');
  };
}

/** A commit on top of the spike in which lines of its last ledger are changed and every joint is made to hold. */
export function chained(change: (lines: readonly string[]) => readonly string[]): Script {
  return tampered((field) => edit(field, LEDGER, (text) => rechain(text, change)));
}

/** A commit on HEAD whose top folder has one name twice, as git's index never would: the file as it was first, then another. */
export function plantTwice(field: TestRepository, name: string): undefined {
  const entries = entriesOf(field, 'HEAD').flatMap(({ line, path }) =>
    path === name ? [line, Buffer.from(`100644 blob ${blob(field, 'twice\n')}\t${name}\0`)] : [line],
  );
  const raw = entries.map((line) => {
    const [, mode = '', id = '', path = ''] = /^(\d+) \w+ (\w+)\t([^\0]+)/.exec(line.toString('latin1')) ?? [];
    return Buffer.concat([Buffer.from(`${mode.replace(/^0/, '')} ${path}\0`, 'latin1'), Buffer.from(id, 'hex')]);
  });
  const tree = field
    .gitWith({ input: Buffer.concat(raw) }, 'hash-object', '-t', 'tree', '-w', '--stdin', '--literally')
    .toString()
    .trim();
  field.git('update-ref', 'HEAD', field.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Plant'));
}

/** The observable held on the very tree that the seal speaks for, if the ledger is to be believed. */
export function asIfHeld(seal: Partial<SealRecord>): Wishes {
  const { tree } = seal;
  return {
    edit: (records) =>
      records.map((record) =>
        record.kind === 'run' && record.tree !== undefined && tree !== undefined ? { ...record, tree } : record,
      ),
    seal,
  };
}
