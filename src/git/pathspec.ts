/** Pure: how a pattern of a hypothesis or a configuration is put to git, which alone matches paths. */

import { SpikeError } from '../core/error.ts';

/** `**` or nothing at its end: everything below, never the folder's own name. */
function wholeFolder(spec: string): string {
  return spec.endsWith('/') ? `${spec}**` : spec;
}

/**
 * `spec` matched from the top of the repository with `glob` semantics, whatever the current folder and the environment say. Its text
 * cannot add magic of its own. Throws `unreadable` for an empty one, which git would match with everything.
 */
export function globPathspec(spec: string): string {
  return `:(top,glob)${wholeFolder(named(spec))}`;
}

/** The same in every case of its ASCII letters: on a case-folding file system those names are one file. */
export function foldedPathspec(spec: string): string {
  return `:(top,glob,icase)${wholeFolder(named(spec))}`;
}

/** Leaves out of a list what `globPathspec` would match. */
export function excludedPathspec(spec: string): string {
  return `:(top,glob,exclude)${wholeFolder(named(spec))}`;
}

/** `path` itself and everything below it, no character of it special. */
export function literalPathspec(path: string): string {
  return `:(top,literal)${named(path)}`;
}

/** Text that `glob` semantics match as it stands. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[]/g, '\\$&');
}

function named(spec: string): string {
  if (spec !== '') return spec;
  throw new SpikeError('unreadable', 'expected a pathspec, found an empty one');
}
