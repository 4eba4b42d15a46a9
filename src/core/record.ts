/** Pure: the records of a ledger, format 1 (SPEC.md, "Ledger"). Key order here is the order on the line. */

import type { CommitId, Fingerprint, PatchId, RecordHash, Slug, TreeId } from './brand.ts';
import type { Observable } from './hypothesis.ts';

interface Common {
  readonly v: 1;
  /** From 0, without gaps. */
  readonly seq: number;
  /** Hash of the record before; 64 zeros in the first. */
  readonly prev: RecordHash;
  /** Unix seconds by the boot clock (`time.ts`); never goes down. */
  readonly ts: number;
}

/** A reading of the boot clock: the boot's id, and milliseconds since it, suspend included. */
export interface BootReading {
  readonly boot: string;
  readonly up: number;
}

/** Every effective setting of `.spike.yml` and the masks' version, keys sorted. */
export type Policy = Readonly<Record<string, number | string | readonly string[]>>;

export interface OpenRecord extends Common, BootReading {
  readonly kind: 'open';
  readonly spike: Slug;
  readonly repo: string;
  readonly branch: string;
  readonly target: string;
  readonly base: CommitId;
  /** From 1. */
  readonly attempt: number;
  /** Ledger head of the attempt before; absent in the first. */
  readonly previous?: RecordHash;
  readonly reason?: string;
  /** The whole text of HYPOTHESIS.md. */
  readonly hypothesis: string;
  readonly paths: readonly string[];
  readonly observable: Observable;
  /** Unix seconds. */
  readonly deadline: number;
  readonly budget: number;
  readonly policy: Policy;
  /** `spike-gate/<version>`. */
  readonly tool: string;
}

/** Names a process so that its end can be proved: pid, start time and pid namespace where there are such. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly born?: string;
  readonly pidns?: string;
}

export interface StartRecord extends Common, ProcessIdentity, BootReading {
  readonly kind: 'start';
  /** Real path of the working directory. */
  readonly cwd: string;
  /** The same from the top of the worktree; absent outside the spike's repository. */
  readonly at?: string;
  readonly argv: readonly string[];
  /** The file that will run; absent when there is none. */
  readonly exe?: string;
}

export interface RunRecord extends Common {
  readonly kind: 'run';
  /** `seq` of its start. */
  readonly of: number;
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly exit: number;
  readonly fp: Fingerprint;
  readonly ms: number;
  readonly signal?: string;
  readonly interrupted?: true;
  readonly tree?: TreeId;
  readonly sig?: string;
  readonly lines?: readonly string[];
}

export type RefusalReason = 'clock-expired' | 'budget-exhausted' | 'loop';

export interface RefuseRecord extends Common, BootReading {
  readonly kind: 'refuse';
  readonly cwd: string;
  readonly argv: readonly string[];
  readonly why: RefusalReason;
}

export interface SessionRecord extends Common {
  readonly kind: 'session';
  readonly event: 'began' | 'ended';
  readonly sandbox: 'bubblewrap' | 'account';
  readonly hidden: readonly string[];
}

export interface RecoverRecord extends Common {
  readonly kind: 'recover';
  /** Bytes of a torn last line that were cut. */
  readonly dropped: number;
}

export type Decision = 'ship' | 'kill';

export interface SealRecord extends Common {
  readonly kind: 'seal';
  readonly decision: Decision;
  readonly commit: CommitId;
  readonly tree: TreeId;
  readonly patch: PatchId;
  /** Number of changed paths, the bundle left out. */
  readonly files: number;
  /** Sorted; those outside the declared paths. */
  readonly outside: readonly string[];
  /** sha256 of EVIDENCE.md, hex. */
  readonly evidence: string;
  /** The record's own hash with `self` empty. */
  readonly self: string;
}

export type LedgerRecord =
  | OpenRecord
  | StartRecord
  | RunRecord
  | RefuseRecord
  | SessionRecord
  | RecoverRecord
  | SealRecord;

export type RecordKind = LedgerRecord['kind'];

/** What a writer supplies; the ledger adds the common fields. */
export type Draft = {
  [K in RecordKind]: Omit<Extract<LedgerRecord, { kind: K }>, 'v' | 'seq' | 'prev' | 'ts'>;
}[RecordKind];
