/** Which changed paths are protected under another name: those that some file system takes for a protected path. */

import type { ChangeEntry } from '../core/patch.ts';
import { bytesOf, pathBytes } from '../core/path-bytes.ts';
import { foldPath, foldText, isTreacherous, longName, maybeTwin } from '../core/path-twin.ts';
import { matchingPaths } from './pathspec-match.ts';
import { plainMatcher } from './plain-pathspec.ts';

/** A changed entry, and the path that it stands for. */
export interface Twin {
  readonly entry: ChangeEntry;
  readonly of: string;
}

/** `protectedPathspecs` as they are matched in every case. Plain paths cost next to nothing. */
export function twinsAmong(
  entries: readonly ChangeEntry[],
  cwd: string,
  protectedPathspecs: readonly string[],
): readonly Twin[] {
  const suspects = entries.filter(({ path }) => maybeTwin(path));
  if (suspects.length === 0) return [];
  const patterns = protectedPathspecs.map(foldText);
  const readings = suspects.flatMap((entry) => readingsOf(entry, patterns));
  const isProtected = matcherOf(cwd, patterns, readings);
  const twins = new Map<ChangeEntry, Twin>();
  for (const { entry, of } of readings) {
    if (!twins.has(entry) && (isTreacherous(of) || isProtected(of))) twins.set(entry, { entry, of });
  }
  return [...twins.values()];
}

function readingsOf(entry: ChangeEntry, patterns: readonly string[]): readonly Twin[] {
  const folded = foldPath(Buffer.from(bytesOf(entry.path)).toString());
  const long = patterns.flatMap((pattern) => longName(folded, pattern) ?? []);
  return [...new Set([folded, ...long])].map((of) => ({ entry, of }));
}

/** Git is asked for those patterns alone that hold something special. */
function matcherOf(cwd: string, patterns: readonly string[], readings: readonly Twin[]): (path: string) => boolean {
  const isPlain = (pattern: string): boolean => plainMatcher([pattern]) !== undefined;
  const plain = plainMatcher(patterns.filter(isPlain), { folded: true });
  const special = patterns.filter((pattern) => !isPlain(pattern));
  const asked = readings.map(({ of }) => of).filter((of) => !isTreacherous(of));
  const matched = special.length === 0 ? new Set() : matchingPaths(cwd, asked, special);
  return (path) => plain?.(pathBytes(Buffer.from(path))) === true || matched.has(path);
}
