/** The branch patterns as the hooks read them: one a line, in the git common directory. */

import { apply } from './apply.ts';
import { type ReadExisting, readExisting } from './existing.ts';
import { gateFolder } from './places.ts';
import type { Step } from './plan.ts';

/**
 * Adds patterns and drops none: a spike keeps the rules it was opened under, and a pattern too many only costs a question to
 * the program, which decides.
 */
export function planPatterns(
  commonDir: string,
  branches: readonly string[],
  read: ReadExisting = readExisting,
): readonly Step[] {
  const path = gateFolder(commonDir).patterns;
  const known = (read(path)?.content.toString() ?? '').split('\n').filter((line) => line !== '');
  const all = [...new Set([...known, ...branches])];
  if (all.length === known.length) return [];
  const content = Buffer.from(all.map((pattern) => `${pattern}\n`).join(''));
  return [{ kind: 'write', path, content, mode: 0o666, why: 'which branches the hooks look at' }];
}

/** So that the hooks know a spike's branch from the moment it is opened. */
export function writePatterns(commonDir: string, branches: readonly string[]): void {
  apply(planPatterns(commonDir, branches));
}
