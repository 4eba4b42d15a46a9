/** Pure: the committed copy of a spike, `<bundle>/<slug>/` and nothing but its named files. */

import type { Slug } from './brand.ts';

export const HYPOTHESIS_FILE = 'HYPOTHESIS.md';
export const EVIDENCE_FILE = 'EVIDENCE.md';
export const LEDGER_FILE = 'command_log.jsonl';

const NAMED = new Set([HYPOTHESIS_FILE, EVIDENCE_FILE, LEDGER_FILE]);
const EARLIER = /^attempts\/[1-9][0-9]{0,5}\.jsonl$/;

/** What the ledgers of one spike may come to, all attempts together: a gate reads every one. */
export const MAX_LEDGER_BYTES = 64 * 1024 * 1024;

/** Earlier attempts that a gate reads of one spike: what there is more of is not even fetched. */
export const MAX_EARLIER_ATTEMPTS = 100;

/** The only mode a file of a bundle may have. */
export const BUNDLE_MODE = '100644';

export function attemptFile(attempt: number): string {
  return `attempts/${attempt}.jsonl`;
}

export function bundleFolder(bundle: string, slug: Slug): string {
  return `${bundle}/${slug}`;
}

/** Whether a path, relative to the bundle's folder, is one of its named files. */
export function isBundleFile(relative: string): boolean {
  return NAMED.has(relative) || isAttemptFile(relative);
}

/** Whether it is the ledger of an earlier attempt. */
export function isAttemptFile(relative: string): boolean {
  return EARLIER.test(relative);
}
