/** Pure: what git tells a pre-push hook on stdin, one line for each ref that is to change. */

import type { CommitId } from '../core/brand.ts';
import { SpikeError } from '../core/error.ts';
import { isObjectId, isZeroId, parseCommitId } from '../core/object-id.ts';

interface Named {
  /** What the person named: a ref, `HEAD`, an id or any expression; `(delete)` for a deletion. Never believed: look at `remoteRef`. */
  readonly localRef: string;
  readonly remoteRef: string;
}

/** For a tag the ids are those of the tag object. */
export type PushedRef =
  | (Named & { readonly kind: 'update'; readonly localId: CommitId; readonly remoteId: CommitId })
  | (Named & { readonly kind: 'create'; readonly localId: CommitId; readonly remoteId: undefined })
  | (Named & { readonly kind: 'delete'; readonly localId: undefined; readonly remoteId: CommitId | undefined });

/** From the right, since an expression such as `HEAD^{/two words}` holds spaces. */
const LINE = /^(.+) ([0-9a-f]+) ([^ ]+) ([0-9a-f]+)$/;

/** Empty where everything is up to date. Throws `unreadable` with the line: a ref that cannot be read cannot be let through. */
export function parsePushedRefs(text: string): readonly PushedRef[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map(parseLine);
}

function parseLine(line: string, index: number): PushedRef {
  const [, localRef, local, remoteRef, remote] = LINE.exec(line) ?? [];
  if (localRef === undefined || local === undefined || remoteRef === undefined || remote === undefined)
    throw malformed(line, index);
  if (!isObjectId(local) || !isObjectId(remote) || local.length !== remote.length) throw malformed(line, index);
  const named = { localRef, remoteRef };
  const remoteId = isZeroId(remote) ? undefined : parseCommitId(remote);
  if (isZeroId(local)) return { ...named, kind: 'delete', localId: undefined, remoteId };
  const localId = parseCommitId(local);
  return remoteId === undefined
    ? { ...named, kind: 'create', localId, remoteId }
    : { ...named, kind: 'update', localId, remoteId };
}

function malformed(line: string, index: number): SpikeError {
  return new SpikeError(
    'unreadable',
    `expected "<ref> <id> <ref> <id>" from git push, found ${JSON.stringify(line.slice(0, 200))}`,
    {
      hint: 'let the pre-push hook pass on stdin as git writes it',
      place: { file: 'standard input', line: index + 1 },
    },
  );
}
