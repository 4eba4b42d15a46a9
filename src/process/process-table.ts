/** What the kernel says of a process: whether it lives, and when it was born. */

import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { errnoOf } from '../core/errno.ts';

/** Linux gives the first pid namespace this number. It sees the processes of every other one. */
const INITIAL_NAMESPACE = 'pid:[4026531836]';

/** Fields of `/proc/<pid>/stat` after the name, which may hold blanks and parentheses; numbered as in proc(5). */
const FIRST_FIELD = 3;

/** The fields of `/proc/<pid>/stat` from the state on; nothing where there is no such process or no /proc. */
export function readStat(pid: number | 'self'): StatFields | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): string => fields[number - FIRST_FIELD] ?? '';
  return { state: field(3), parent: Number(field(4)), group: field(5), terminalGroup: field(8), born: field(22) };
}

export interface StatFields {
  /** One letter; `Z` and `X` are over, whatever has not been told yet. */
  readonly state: string;
  readonly parent: number;
  readonly group: string;
  /** The foreground process group of the controlling terminal; `-1` without one. */
  readonly terminalGroup: string;
  /** Clock ticks between boot and birth. */
  readonly born: string;
}

/** `pid:[4026531836]`; nothing where there are no such namespaces. */
export function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/** Whether /proc shows the namespace that this process counts its pids in. */
export function procIsOurs(proc = '/proc'): boolean {
  try {
    return readlinkSync(`${proc}/self`) === String(process.pid);
  } catch {
    return false;
  }
}

/** Whether no process is left in another pid namespace. Only the initial one can tell; when in doubt there is one. */
export function isNamespaceGone(
  pidns: string,
  { own = pidNamespace(), proc = '/proc' }: { readonly own?: string | undefined; readonly proc?: string } = {},
): boolean {
  if (own !== INITIAL_NAMESPACE || !procIsOurs(proc)) return false;
  return !readdirSync(proc).some((name) => /^\d+$/.test(name) && mayBeIn(pidns, `${proc}/${name}`));
}

function mayBeIn(pidns: string, folder: string): boolean {
  try {
    return readlinkSync(`${folder}/ns/pid`) === pidns;
  } catch (error) {
    return errnoOf(error) !== 'ENOENT' && !isInOurs(folder) && ownerOf(folder) === process.getuid?.();
  }
}

/** A process has a number in each namespace from the one that asks down to its own, which anybody may read. */
function isInOurs(folder: string): boolean {
  try {
    return /^NSpid:\s*\d+$/m.test(readFileSync(`${folder}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid;
}
