/** Commits the bundle of a sealed spike, bytes as they are; running it again finishes what was interrupted. */

import { createHash } from 'node:crypto';
import type { CommitId, Slug } from '../core/brand.ts';
import { attemptFile, bundleFolder, EVIDENCE_FILE, HYPOTHESIS_FILE, LEDGER_FILE } from '../core/bundle.ts';
import { SpikeError } from '../core/error.ts';
import { renderTrailer, TRAILER_KEY, trailerHead } from '../core/trailer.ts';
import { commitBundle } from '../git/bundle-commit.ts';
import { listTree, readBlob } from '../git/objects.ts';
import type { AttemptsHere } from '../ledger/read.ts';
import { readEvidence, readLedgerBytes } from '../ledger/spike-files.ts';
import type { Place } from './place.ts';

/** Contents of the bundle by name from its folder. */
export type BundleContents = ReadonlyMap<string, Uint8Array>;

export function bundleContents(place: Place, { earlier, last }: AttemptsHere): BundleContents {
  const evidence = readEvidence(place.directory);
  if (createHash('sha256').update(evidence).digest('hex') !== last.seal?.evidence) {
    throw new SpikeError(
      'ledger-broken',
      `expected the sealed EVIDENCE.md in ${place.directory}, found an edited one`,
      {
        hint: `restore ${place.directory}/EVIDENCE.md as it was sealed, then run this again`,
      },
    );
  }
  return new Map<string, Uint8Array>([
    [HYPOTHESIS_FILE, Buffer.from(last.open.hypothesis)],
    [EVIDENCE_FILE, evidence],
    [LEDGER_FILE, readLedgerBytes(place.directory)],
    ...earlier.map(({ open }) => [attemptFile(open.attempt), readLedgerBytes(place.directory, open.attempt)] as const),
  ]);
}

interface Destination {
  readonly place: Place;
  /** The folder of bundles. */
  readonly bundle: string;
  /** Full name of the branch, `refs/heads/…`. */
  readonly ref: string;
  readonly parent: CommitId;
  /** What the branch is now; nothing where it is to be created. */
  readonly expected: CommitId | undefined;
}

/** One commit on `ref` that makes its bundle folder exactly `contents`. Gives `parent` back where it already is. */
export function publishBundle(
  contents: BundleContents,
  { last }: AttemptsHere,
  { place, bundle, ref, parent, expected }: Destination,
): CommitId {
  const { top } = place.worktree;
  const folder = bundleFolder(bundle, place.slug);
  if (expected !== undefined && holdsBundle(top, { commit: expected, folder, contents })) return expected;
  return commitBundle({
    cwd: top,
    parent,
    folder,
    files: contents,
    message: `${subject(place.slug, last)}\n\n${TRAILER_KEY}: ${renderTrailer({
      spike: place.slug,
      attempt: last.open.attempt,
      seq: last.records - 1,
      head: trailerHead(last.head),
    })}\n`,
    ref,
    expectedOld: expected,
  });
}

interface Held {
  readonly commit: CommitId;
  readonly folder: string;
  readonly contents: BundleContents;
}

/** Whether `commit` already holds exactly these files. */
export function holdsBundle(cwd: string, { commit, folder, contents }: Held): boolean {
  const entries = listTree(cwd, commit, folder);
  return (
    entries.length === contents.size &&
    entries.every((entry) => {
      const expected = contents.get(entry.path.slice(folder.length + 1));
      return expected !== undefined && entry.mode === '100644' && readBlob(cwd, entry.id).equals(expected);
    })
  );
}

function subject(slug: Slug, { seal }: AttemptsHere['last']): string {
  return seal?.decision === 'ship' ? `Evidence of spike ${slug}: shipped` : `Evidence of spike ${slug}: killed`;
}
