/** Pure: what a gate gathers before it asks `evaluate`. What could not be read is a fact too, and never a pass. */

import type { CommitId, PatchId, RecordHash, RepoPath, Slug, TreeId } from './brand.ts';
import type { Assurance, Config } from './config.ts';
import type { Hypothesis } from './hypothesis.ts';
import type { Attempt } from './replay.ts';
import type { Trailer } from './trailer.ts';

/** The part of an attempt that the run gate needs, and can have without a replay. */
export type Standing = Pick<Attempt, 'open' | 'seal' | 'spent'>;

export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: string;
  readonly hint: string;
  readonly file?: string;
  readonly line?: number;
}

/** The ledgers of a spike, oldest attempt first. */
export type Ledgers =
  | Unknown
  | { readonly kind: 'missing'; readonly reason: string; readonly hint: string }
  | { readonly kind: 'intact'; readonly earlier: readonly Attempt[]; readonly last: Attempt };

/** What the spike changes, from the one merge base with the target; the bundle's named files are left out. */
export type Change =
  | Unknown
  | {
      readonly kind: 'known';
      readonly base: CommitId;
      readonly patch: PatchId;
      /** Number of changed paths. */
      readonly files: number;
      /** Outside the declared paths, sorted by bytes. */
      readonly outside: readonly RepoPath[];
      /** Protected: by the tip's configuration, by this product, another spike's bundle, or an unnamed file in this one's. */
      readonly protected: readonly RepoPath[];
      /** What some file system takes a protected path for, where that is not its name. */
      readonly aliases?: ReadonlyMap<RepoPath, string>;
      /** What is no mere change of text, sorted by bytes. */
      readonly oddities?: readonly Oddity[];
    };

/** A changed path that is, or was, more than a regular file. */
export interface Oddity {
  /** `file`: in the place of a link or a submodule. */
  readonly kind: 'link' | 'submodule' | 'file' | 'executable' | 'inexecutable';
  readonly path: RepoPath;
}

/** Of a commit that is about to be made: nothing in it lies outside the declared paths or on protected ones, and more was not asked. */
export interface Inside {
  readonly kind: 'inside';
}

/** A Markdown file of the bundle. */
export type Document<Parsed> = Unknown | { readonly kind: 'missing' } | ({ readonly kind: 'known' } & Parsed);

export type HypothesisDocument = Document<{ readonly text: string; readonly parsed: Hypothesis }>;

export type EvidenceDocument = Document<{
  /** The facts between the markers, as the file has them and as the ledger gives them. */
  readonly found: string;
  readonly expected: string;
  /** The person's paragraph, trimmed; empty where there is none. */
  readonly paragraph: string;
  /** sha256 of the file's bytes, hex. */
  readonly digest: string;
}>;

/** A commit between base and head that carries a `Spike:` trailer, or should. */
export interface TrailedCommit {
  readonly commit: CommitId;
  /** As parsed; `malformed` where the value is not one of ours; `absent` where there is none. */
  readonly trailer: Trailer | 'malformed' | 'absent';
  /** The spike that a malformed one seems to name. */
  readonly seems?: Slug;
  /** Whether a ledger of its spike holds a record of that seq and hash. */
  readonly matches: boolean;
}

/** The commit a pull request proposes. */
export interface Head {
  readonly commit: CommitId;
  /** Tree of the sealed commit, where that commit is reachable from the head. */
  readonly sealedCommitTree: TreeId | undefined;
  /** What that commit changes, from its own one merge base with the target; nothing where there is no one such base. */
  readonly sealedCommitPatch: PatchId | undefined;
  /** Whether the head differs from the sealed commit by more than the bundle, where that commit is reachable. */
  readonly movedOn?: boolean;
}

/** What is about to be committed. */
export interface Staged {
  /** Nothing where it was not asked: no rule lets a commit through for want of it. */
  readonly tree: TreeId | undefined;
  /** Nothing but named files of this spike's bundle differs from HEAD. */
  readonly bundleOnly: boolean;
  /** A commit of a rebase under way: it is judged as a part, because the branch moves only with the last one. */
  readonly rebasing: boolean;
}

export interface RunFacts {
  readonly slug: Slug;
  /** Unix seconds by the ledger's clock. */
  readonly now: number;
  readonly standing: Standing;
}

export interface CommitFacts {
  readonly slug: Slug;
  readonly now: number;
  readonly ledgers: Ledgers;
  readonly change: Change | Inside;
  readonly staged: Staged;
}

/** A spike's branch that git is about to move, by whatever command. */
export interface MoveFacts {
  readonly slug: Slug;
  readonly now: number;
  readonly ledgers: Ledgers;
  /** Where to: a commit that the branch or the target contains, or, for a branch that is not there, one that the spike has made. */
  readonly unwinds: boolean;
  /** Of the commit that the branch is to name, where that is known. */
  readonly tree: TreeId | undefined;
  /** Nothing but named files of this spike's bundle differs between the two commits. */
  readonly bundleOnly: boolean;
}

export interface PushFacts {
  readonly slug: Slug;
  readonly now: number;
  readonly ledgers: Ledgers;
  /** Deletes the remote branch, or moves it back to an ancestor of what it is. */
  readonly unwinds: boolean;
}

export interface PullRequestFacts {
  readonly slug: Slug;
  /** Of the bundle, from the top of the repository; absent where it is not committed there, so that no place in it helps. */
  readonly folder?: string;
  /** The configuration at the target's tip, whatever it was when the spike was opened. */
  readonly tip: Config;
  /** What the ledger's origin proves. */
  readonly assurance: Assurance;
  readonly ledgers: Ledgers;
  /** Heads of the ledgers of this spike that the target holds already, oldest attempt first. */
  readonly merged: readonly RecordHash[];
  /** Name of a bundle that the target holds, where it differs from this spike's in case alone. */
  readonly twin?: string | undefined;
  readonly hypothesis: HypothesisDocument;
  readonly evidence: EvidenceDocument;
  readonly change: Change;
  readonly trailers: readonly TrailedCommit[] | Unknown;
  readonly head: Head;
}
