/** Pure: every setting and what it may hold, whoever supplies it: `.spike.yml` or the policy of an opening record. */

import { ASSURANCES, type Assurance, type Config } from '../core/config.ts';
import type { Fault } from '../core/fault.ts';
import { parseFolder, parsePathspec } from '../core/pathspec.ts';
import { EVIDENCE_BRANCH_PREFIX, isSpikeBranch } from '../core/slug.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Takes an item as written; hands back its normal form, or what is wrong with it. */
export type ItemParser<Item extends string = string> = (text: string) => Item | Fault;

/** Where settings come from. Each method throws the source's own error, with a place where it has one. */
export interface SettingsSource {
  readonly list: (key: ListKey, parse: ItemParser) => readonly string[];
  readonly text: <Item extends string>(key: TextKey, parse: ItemParser<Item>) => Item;
  readonly count: (key: CountKey, range: Range) => number;
  readonly seconds: (key: 'clock', range: Range) => number;
}

export type ListKey = 'branches' | 'carriers' | 'protected';
export type TextKey = 'bundle' | 'assurance';
export type CountKey = 'budget' | 'attempts';

/** In the order in which they are explained to people. */
export const SETTINGS = [
  'branches',
  'clock',
  'budget',
  'attempts',
  'carriers',
  'bundle',
  'protected',
  'assurance',
] as const satisfies readonly (keyof Config)[];

export const CLOCK_RANGE: Range = { min: 60, max: 24 * 3600 };
const COUNT_RANGE: Range = { min: 1, max: 100 };

export function readSettings(source: SettingsSource): Config {
  const branches = source.list('branches', parseBranchPattern);
  return {
    branches,
    clock: source.seconds('clock', CLOCK_RANGE),
    budget: source.count('budget', COUNT_RANGE),
    attempts: source.count('attempts', COUNT_RANGE),
    carriers: source.list('carriers', (text) => parseCarrier(text, branches)),
    bundle: source.text('bundle', parseBundle),
    protected: source.list('protected', parseProtected),
    assurance: source.text('assurance', parseAssurance),
  };
}

/** What git refuses in a branch name: see `git check-ref-format`. */
const NO_BRANCH = /[\s\p{Cc}~^:?*[\\]|\.\.|\/\/|@\{|^[/.-]|\/\.|\.lock(?:\/|$)/u;

function parseBranchPattern(text: string): string | Fault {
  const hint = 'write a prefix and one "*" at its end, such as spike/*';
  if (!text.endsWith('*')) return { problem: 'a pattern without a "*" at its end', hint };
  const prefix = text.slice(0, -1);
  if (prefix === '') return { problem: 'a pattern that is every branch', hint };
  if (NO_BRANCH.test(prefix) || prefix.startsWith('refs/'))
    return { problem: 'a pattern that no branch can match', hint };
  if (EVIDENCE_BRANCH_PREFIX.startsWith(prefix) || prefix.startsWith(EVIDENCE_BRANCH_PREFIX)) {
    return {
      problem: `a pattern that reaches ${EVIDENCE_BRANCH_PREFIX}`,
      hint: `those branches carry the evidence of killed spikes; ${hint}`,
    };
  }
  return text;
}

function parseCarrier(text: string, branches: readonly string[]): string | Fault {
  const hint = 'name a branch of this repository outright, such as develop';
  if (text === '' || NO_BRANCH.test(text) || /[/.]$/.test(text) || text.startsWith('refs/')) {
    return { problem: 'no name of a branch', hint };
  }
  if (isSpikeBranch(text, branches) || text.startsWith(EVIDENCE_BRANCH_PREFIX))
    return { problem: "a spike's own branch", hint };
  return text;
}

function parseBundle(text: string): string | Fault {
  const folder = parseFolder(text);
  if (typeof folder !== 'string') return folder;
  const plain = folder.split('/').every((part) => /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(part));
  return plain
    ? folder
    : {
        problem: 'no plain folder',
        hint: 'use letters, digits, ".", "_" and "-", from the top of the repository, such as spikes',
      };
}

function parseProtected(text: string): string | Fault {
  const pathspec = parsePathspec(text);
  return pathspec === '' ? { problem: 'the whole repository', hint: 'name the files and folders meant' } : pathspec;
}

function parseAssurance(text: string): Assurance | Fault {
  const assurance = ASSURANCES.find((candidate) => candidate === text);
  return assurance ?? { problem: 'no assurance', hint: `choose one of ${ASSURANCES.join(', ')}` };
}
