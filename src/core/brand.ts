/** Pure: strings that look alike and must not mix. Only a parser creates one, with `as`, in the file that owns the format. */

declare const kind: unique symbol;

type Brand<Name extends string> = string & { readonly [kind]: Name };

/** First 16 hex digits of the sha256 that identifies a run: working directory, arguments, exit status. */
export type Fingerprint = Brand<'Fingerprint'>;
/** 64 hex digits: the hash of one ledger line, which the next line carries as `prev`. */
export type RecordHash = Brand<'RecordHash'>;
/** The name of a spike, `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`. */
export type Slug = Brand<'Slug'>;
/** 40 or 64 hex digits naming a commit. */
export type CommitId = Brand<'CommitId'>;
/** 40 or 64 hex digits naming a tree. */
export type TreeId = Brand<'TreeId'>;
/** A path from the top of the repository, bytes that are not UTF-8 written as `\xNN`. */
export type RepoPath = Brand<'RepoPath'>;
/** The same as git keeps it, one character a byte (`path-bytes.ts`): sorted as git sorts, and equal only where every byte is. */
export type PathBytes = Brand<'PathBytes'>;
/** sha256 over what a spike changes, whatever it is based on. */
export type PatchId = Brand<'PatchId'>;
