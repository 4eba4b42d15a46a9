/** Pure: what a hook file of ours is known by. */

/** Every one says this on its second line, in every version. */
const OURS = /^#!(?:\/bin\/sh|\/usr\/bin\/env true)\n# spike-gate: /;

/**
 * What stands in the place of one that is about to go. Git looks whether a hook is there and runs it a moment later, and a shell opens
 * it once more: by this one, which nobody reads, whoever is in between is let through.
 */
export const RETIRED = Buffer.from('#!/usr/bin/env true\n# spike-gate: about to be removed\n');

/** Of any version, edited or not. */
export function isOurHook(script: string): boolean {
  return OURS.test(script);
}
