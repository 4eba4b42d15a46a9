/** What the kernel says of a process: whether it lives, and when it was born. */

import { readFileSync, readlinkSync } from 'node:fs';

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
  return { state: field(3), group: field(5), terminalGroup: field(8), born: field(22) };
}

export interface StatFields {
  /** One letter; `Z` and `X` are over, whatever has not been told yet. */
  readonly state: string;
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
export function procIsOurs(): boolean {
  try {
    return readlinkSync('/proc/self') === String(process.pid);
  } catch {
    return false;
  }
}
