/** Pure: a merge group in words. */

import type { JudgedPull } from './github-judge.ts';

/** A group has a pull request that it was built for, and that is judged first. */
export function isMergeGroup(judged: readonly JudgedPull[]): boolean {
  return judged[0]?.role === 'queued';
}

/** `merge group of pull requests 1 and 2`, in the order in which they merge. */
export function describeGroup(judged: readonly JudgedPull[]): string {
  const numbers = judged
    .filter(({ role }) => role === 'queued' || role === 'queued-before')
    .map(({ pull }) => pull.number)
    .toReversed();
  const last = numbers.at(-1) ?? 0;
  return numbers.length < 2
    ? `merge group of pull request ${last}`
    : `merge group of pull requests ${numbers.slice(0, -1).join(', ')} and ${last}`;
}
