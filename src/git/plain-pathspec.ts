/** Pure: matches paths by those patterns that hold nothing special; any other is git's to match, at the cost of a process. */

import type { PathBytes } from '../core/brand.ts';

export type MatchesPath = (path: PathBytes) => boolean;

/** Visible ASCII but for what `glob` semantics, or a path from the top, could take for more than itself. */
const PLAIN = /^(?!\/)[!-~ ]+$/;
const SPECIAL = /[\\*?[]|(?:^|\/)\.{0,2}(?:\/|$)/;

/** As `globPathspec` and, where `folded`, `foldedPathspec` have git match them. Nothing where one of `patterns` is not plain. */
export function plainMatcher(patterns: readonly string[], { folded = false } = {}): MatchesPath | undefined {
  const fold = (text: string): string => (folded ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text);
  const matchers = patterns.map((pattern) => matcherOf(fold(pattern)));
  if (matchers.includes(undefined)) return undefined;
  return (path) => {
    const text = fold(path);
    return matchers.some((matches) => matches?.(text) === true);
  };
}

/** A folder is everything below it, never its own name; a name is itself, and everything below it. */
function matcherOf(pattern: string): ((path: string) => boolean) | undefined {
  const name = pattern.replace(/\/(?:\*\*)?$/, '');
  if (!PLAIN.test(name) || SPECIAL.test(name)) return undefined;
  const below = `${name}/`;
  return name === pattern
    ? (path) => path === name || path.startsWith(below)
    : (path) => path.length > below.length && path.startsWith(below);
}
