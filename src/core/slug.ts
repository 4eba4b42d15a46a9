/** Pure: the name of a spike, and which branches bear one. */

import type { Slug } from './brand.ts';
import { SpikeError } from './error.ts';

/** The evidence of a killed spike travels on `spike-evidence/<slug>`; no pattern of `branches` may reach it. */
export const EVIDENCE_BRANCH_PREFIX = 'spike-evidence/';

const FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Git refuses a branch whose last component holds `..` or ends in `.` or `.lock`. */
const NO_BRANCH = /\.\.|\.$|\.lock$/i;

export function isSlug(text: string): text is Slug {
  return FORM.test(text) && !NO_BRANCH.test(text);
}

/** Throws `usage` with the rule. */
export function parseSlug(text: string): Slug {
  if (isSlug(text)) return text;
  throw new SpikeError('usage', `expected the name of a spike, found ${JSON.stringify(text.slice(0, 80))}`, {
    hint: 'use 1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit, without "..", a final "." or ".lock"',
  });
}

/** The slug a branch bears under the first pattern that matches it; nothing where none does or the rest is no slug. */
export function slugOfBranch(branch: string, patterns: readonly string[]): Slug | undefined {
  const pattern = patterns.find((candidate) => matches(branch, candidate));
  return pattern === undefined ? undefined : slugOf(branch.slice(pattern.length - 1));
}

/** Whether a branch counts as a spike's. One that does and bears no slug is to be refused, not passed over. */
export function isSpikeBranch(branch: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matches(branch, pattern));
}

/** For a branch that counts as a spike's and bears no slug. */
export function misnamedBranch(branch: string, prefix = '<prefix>/'): SpikeError {
  return new SpikeError('refused', `expected a spike's branch to end in its slug, found ${branch}`, {
    hint: `rename the branch: git branch -m ${prefix}<slug>`,
  });
}

/** The slug of `spike-evidence/<slug>`. */
export function slugOfEvidenceBranch(branch: string): Slug | undefined {
  return branch.startsWith(EVIDENCE_BRANCH_PREFIX) ? slugOf(branch.slice(EVIDENCE_BRANCH_PREFIX.length)) : undefined;
}

/** Ignoring case, since two such folders are one on some file systems. */
export function sameSlug(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function slugOf(text: string): Slug | undefined {
  return isSlug(text) ? text : undefined;
}

/** A pattern is a prefix and one trailing `*`; the configuration's parser has seen to that. */
function matches(branch: string, pattern: string): boolean {
  return pattern.endsWith('*') && branch.startsWith(pattern.slice(0, -1));
}
