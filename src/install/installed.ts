/**
 * What `init` has written, as digests, in the git common directory: so that `--uninstall` removes what is still exactly that,
 * and leaves alone what a person has edited, or what was there before.
 */

import { createHash } from 'node:crypto';

/** A place, as `list-name.ts` names it, to the sha256 of its content; a folder ends in a slash. */
export type Installed = ReadonlyMap<string, string>;

/** No path that leaves the worktree: what stands here is removed. */
const LINE = /^([0-9a-f]{64}) {2}(?!\/|(?:.*\/)?\.\.(?:\/|$))(.+)$/;

/** A line that is none of ours is passed over: what is not known to be written by `init` is left alone. */
export function parseInstalled(text: string): Installed {
  const entries = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, digest, path] = LINE.exec(line) ?? [];
    if (digest !== undefined && path !== undefined) entries.set(path, digest);
  }
  return entries;
}

export function renderInstalled(installed: Installed): string {
  return [...installed]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, digest]) => `${digest}  ${path}\n`)
    .join('');
}

export function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
