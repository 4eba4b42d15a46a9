/** Pure: the first line of the evidence comment, by which a later run finds the one it keeps. */

import type { CommitId } from '../core/brand.ts';

/** Stands at the very start of the comment, so that a comment which quotes it is never taken for it. */
export const MARKER = '<!-- spike-gate:evidence v1 -->';

/** Any version is found, so that a newer program takes over the comment of an older one instead of adding its own. */
const PATTERN = /^<!-- spike-gate:evidence v\d{1,3}(?: head=(?:[0-9a-f]{40}|[0-9a-f]{64}))? -->(?:\r?\n|$)/;

/** The marker, naming the commit that the comment speaks of where there is one. */
export function renderMarker(head?: CommitId): string {
  return head === undefined ? MARKER : MARKER.replace(' -->', ` head=${head} -->`);
}

/** Whether a comment's text begins with the marker line. */
export function startsWithMarker(body: string): boolean {
  return PATTERN.test(body);
}
