/** Pure: the spike's diff stays inside the declared paths, and off protected ones. */

import type { Change } from '../facts.ts';
import type { Found } from '../finding.ts';
import type { Rule } from './rule.ts';

export const paths: Rule = {
  id: 'paths',
  commit: ({ change }) => judge(change, (path) => `git restore --staged -- '${path}' leaves it out of this commit`),
  pullRequest: ({ change }) => judge(change, () => 'move this change to a pull request of its own'),
  evidence({ change }) {
    if (change.kind === 'unknown') return [asFound(change)];
    const strays = [...new Set([...change.outside, ...change.protected])];
    if (change.files > 0 && strays.length === 0) {
      return [{ message: 'expected the bundle alone, found other changes', hint: 'a killed spike never merges code: leave it out' }];
    }
    return strays.map((path) => ({
      message: `expected the bundle alone, found a change to ${path}`,
      hint: 'a killed spike never merges code: leave it out',
      file: path,
    }));
  },
};

function judge(change: Change, mend: (path: string) => string): readonly Found[] {
  if (change.kind === 'unknown') return [asFound(change)];
  const guarded = new Set<string>(change.protected);
  return [
    ...change.protected.map((path) => ({
      message: `expected no change to a protected path, found ${path}`,
      hint: mend(path),
      file: path,
    })),
    ...change.outside
      .filter((path) => !guarded.has(path))
      .map((path) => ({
        message: `expected changes inside the declared paths, found ${path}`,
        hint: mend(path),
        file: path,
      })),
  ];
}

function asFound({ reason, hint }: { readonly reason: string; readonly hint: string }): Found {
  return { message: `expected to know what changed: ${reason}`, hint };
}
