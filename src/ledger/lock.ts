/**
 * One writer at a time. The lock is a symbolic link whose target names its holder: it comes into being with its content
 * or not at all, and a process that is killed leaves no half of one behind.
 */

import { readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import { unwritable } from './unwritable.ts';
import type { LedgerWorld, Lifetime } from './world.ts';

const PATIENCE_MS = 10_000;
const SOON_MS = 20;
const LONG_MS = 2_000;
/** Whether the holder is gone is asked of the kernel, which is dear among many. */
const DOUBT_EVERY_MS = 200;
const NONCE = /^[0-9a-f]{1,40}-[0-9a-f]{1,16}$/;

interface Holder extends Lifetime {
  /** Tells one holding from every other, even by the same process. */
  readonly nonce: string;
}

/** The lock at `path`; `base` is the one that its breakers are named after; no waiting beyond `until` (milliseconds, monotonic). */
interface Wanted {
  readonly path: string;
  readonly base: string;
  readonly until: number;
}

/** Runs `act` while holding the lock at `path`. Throws `ledger-busy` after ten seconds. */
export function withLock<Result>(path: string, world: LedgerWorld, act: () => Result): Result {
  return holding({ path, base: path, until: elapsed() + PATIENCE_MS }, world, act);
}

function holding<Result>(wanted: Wanted, world: LedgerWorld, act: () => Result): Result {
  acquire(wanted, world);
  try {
    return act();
  } finally {
    remove(wanted.path);
  }
}

function acquire(wanted: Wanted, world: LedgerWorld): void {
  const mine = JSON.stringify({ ...world.self, nonce: nextNonce() });
  const since = elapsed();
  let doubt = since;
  while (!take(wanted.path, mine)) {
    if (elapsed() >= doubt) {
      if (breakStale(wanted, world)) continue;
      doubt = elapsed() + DOUBT_EVERY_MS;
    }
    sleep(pauseAfter(elapsed() - since) * (0.5 + Math.random()));
  }
}

/** Those who have waited long look more often than those who came after, or among many one would wait for ever. */
function pauseAfter(waited: number): number {
  if (waited < SOON_MS) return 2;
  return waited < LONG_MS ? 60 : 4;
}

/** Throws `ledger-busy` once patience is at its end. */
function breakStale(wanted: Wanted, world: LedgerWorld): boolean {
  const found = look(wanted.path);
  const holder = found === undefined ? undefined : decodeHolder(found);
  if (found !== undefined && holder !== undefined && world.isGone(holder)) {
    breakLock(found, holder, { wanted, world });
    return true;
  }
  if (elapsed() >= wanted.until) throw busy(wanted.path, holder);
  return false;
}

/**
 * Two processes may see the same stale lock; the slower one must not remove the lock that the faster one has taken since. So
 * whoever removes it holds another lock, named after the stale one, and looks again first.
 */
function breakLock(stale: string, { nonce }: Holder, { wanted, world }: { wanted: Wanted; world: LedgerWorld }): void {
  const { path, base, until } = wanted;
  holding({ path: `${base}.${nonce}`, base, until }, world, () => {
    if (look(path) === stale) remove(path);
  });
  if (path === base) clearAway(base, world);
}

/**
 * A process that was killed while it held such another lock leaves it behind. It bars nobody's way once the lock it is named after is
 * gone: no nonce comes again.
 */
function clearAway(base: string, world: LedgerWorld): void {
  const folder = dirname(base);
  const prefix = `${basename(base)}.`;
  const left = namesIn(folder).filter((name) => name.startsWith(prefix) && NONCE.test(name.slice(prefix.length)));
  for (const name of left) {
    const holder = decodeHolder(look(join(folder, name)) ?? '');
    const guards = [base, ...left.map((other) => join(folder, other))].some((path) =>
      isHeldAs(path, name.slice(prefix.length)),
    );
    if (!guards && holder !== undefined && world.isGone(holder)) remove(join(folder, name));
  }
}

function isHeldAs(path: string, nonce: string): boolean {
  return decodeHolder(look(path) ?? '')?.nonce === nonce;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function take(path: string, mine: string): boolean {
  try {
    symlinkSync(mine, path);
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw unwritable(error, dirname(path));
    // A network file system may say so of a link that this very call made.
    return look(path) === mine;
  }
}

/** What the lock says; nothing once it is gone. A file that is no link says nothing that can be proved stale. */
function look(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    return '';
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw unwritable(error, dirname(path));
  }
}

/** Nothing for any content that is not ours, which then counts as held. */
function decodeHolder(text: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, born, pidns, boot, nonce } = { pid: 0, born: '', pidns: '', boot: '', nonce: '', ...value };
  if (!Number.isSafeInteger(pid) || pid <= 0 || typeof boot !== 'string' || boot === '') return undefined;
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined;
  return { pid, boot, nonce, ...(born === '' ? {} : { born }), ...(pidns === '' ? {} : { pidns }) };
}

function busy(path: string, holder: Holder | undefined): SpikeError {
  const who = holder === undefined ? 'something unknown' : `process ${holder.pid}`;
  return new SpikeError('ledger-busy', `expected the lock of the ledger within 10 seconds, found it held by ${who}`, {
    hint: `try again; if nothing is running, remove ${path}`,
  });
}

/** No two holdings on one boot share a nanosecond and a process. */
function nextNonce(): string {
  return `${process.hrtime.bigint().toString(16)}-${process.pid.toString(16)}`;
}

/** Milliseconds on a clock that nobody turns. Not `performance`, which takes a millisecond to load. */
function elapsed(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
