/** Pure: the spike's diff stays inside the declared paths, and off protected ones. */

import type { RepoPath } from '../brand.ts';
import { renderCommand } from '../command-line.ts';
import type { Change, CommitFacts, PullRequestFacts, Unknown } from '../facts.ts';
import type { Found } from '../finding.ts';
import { count } from '../span.ts';
import { type Rule, type Ruling, UNJUDGED } from './rule.ts';
import { unreadable } from './unreadable.ts';

export const paths: Rule = { id: 'paths', commit: judgeStaged, pullRequest: judgeDiff, evidence: judgeBundle };

/** Of the paths that one command takes out. */
const MAX_NAMED = 5;
const NO_CODE = 'a killed spike never merges code';

/** What a spike has outside its paths by now is not what a commit of the bundle alone adds. */
function judgeStaged({ ledgers, change, staged }: CommitFacts): Ruling {
  if (ledgers.kind !== 'intact') return UNJUDGED;
  if (staged.bundleOnly || change.kind === 'inside') return [];
  if (change.kind === 'unknown') return [unread(change)];
  const source = `--source=${change.base.slice(0, 12)}`;
  const mend = (path: RepoPath): string =>
    `${renderCommand(['git', 'restore', '--staged', source, '--', path])} takes it out of this commit`;
  return [...guarded(change, mend), ...outside(change, mend)];
}

/** Without its ledger nobody knows the declared paths; the protected ones are known all the same. */
function judgeDiff({ ledgers, change }: PullRequestFacts): Ruling {
  if (change.kind === 'unknown') return [unread(change)];
  const strays = ledgers.kind === 'intact' ? straysOf(change) : change.protected;
  const mend = (): string => `${takeOut(change, strays)}; it may have a pull request of its own`;
  if (ledgers.kind === 'intact') return [...guarded(change, mend), ...outside(change, mend)];
  return strays.length === 0 ? UNJUDGED : guarded(change, mend);
}

function judgeBundle({ change }: PullRequestFacts): Ruling {
  if (change.kind === 'unknown') return [unread(change)];
  const strays = straysOf(change);
  const hint = `${NO_CODE}: ${takeOut(change, strays)}`;
  const found = strays.map((path): Found => {
    return { message: `expected the bundle alone, found a change to ${path}`, hint, file: path };
  });
  // Whatever paths are taken for declared ones by who gathers the facts.
  const inside = change.files - strays.length;
  if (inside <= 0) return found;
  const message = `expected the bundle alone, found ${count(inside, 'changed file')} inside the declared paths`;
  return [...found, { message, hint: `${NO_CODE}: take it out` }];
}

function straysOf(change: Known): readonly RepoPath[] {
  return [...new Set([...change.outside, ...change.protected])];
}

/** As the target had them, or away where it had none: in the index, and in the working tree. One command for all, so that it is told once. */
function takeOut({ base }: Known, paths: readonly RepoPath[]): string {
  const command = renderCommand(['git', 'restore', '--staged', '--worktree', `--source=${base.slice(0, 12)}`, '--']);
  const named = paths.length > MAX_NAMED ? '<path>' : renderCommand(paths);
  return `${command} ${named} takes it out, then commit that`;
}

type Known = Extract<Change, { kind: 'known' }>;
type Mend = (path: RepoPath) => string;

function guarded(change: Known, mend: Mend): readonly Found[] {
  return change.protected.map((path) => {
    const alias = change.aliases?.get(path);
    const taken = alias === undefined || alias === path ? '' : `, which some file systems take for ${alias}`;
    return { message: `expected no change to a protected path, found ${path}${taken}`, hint: mend(path), file: path };
  });
}

function outside(change: Known, mend: Mend): readonly Found[] {
  const told = new Set(change.protected);
  return change.outside
    .filter((path) => !told.has(path))
    .map((path) => ({
      message: `expected changes inside the declared paths, found ${path}`,
      hint: mend(path),
      file: path,
    }));
}

function unread(change: Unknown): Found {
  return unreadable('expected to know what changed', change);
}
