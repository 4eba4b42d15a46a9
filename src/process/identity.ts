/** Names a process so that its end can be proved, and proves it: pid, birth, boot and pid namespace. */

import { spawnSync } from 'node:child_process';
import { errnoOf } from '../core/errno.ts';
import type { ProcessIdentity } from '../core/record.ts';
import { bootId } from './boot-clock.ts';
import { isNamespaceGone, pidNamespace, procIsOurs, readStat } from './process-table.ts';

/** A process on one boot. */
export interface Lifetime extends ProcessIdentity {
  readonly boot: string;
}

export function identifySelf(): Lifetime {
  const born = process.platform === 'darwin' ? darwinBirth(process.pid) : readStat('self')?.born;
  const pidns = pidNamespace();
  return {
    pid: process.pid,
    ...(born === undefined ? {} : { born }),
    ...(pidns === undefined ? {} : { pidns }),
    boot: bootId(),
  };
}

/** Whether a process is provably over. When in doubt it lives: in another pid namespace that is not seen to be empty, or where nothing tells when it was born. */
export function isGone({ pid, born, pidns, boot }: Lifetime): boolean {
  if (boot !== bootId()) return true;
  if (pidns !== pidNamespace()) return pidns !== undefined && isNamespaceGone(pidns);
  if (!answers(pid)) return true;
  if (process.platform === 'darwin') return born !== undefined && isAnother(born, darwinBirth(pid));
  const stat = procIsOurs() ? readStat(pid) : undefined;
  if (stat === undefined) return false;
  return stat.state === 'Z' || stat.state === 'X' || (born !== undefined && isAnother(born, stat.born));
}

/** Asks by the null signal; a process that may not be signalled is there. */
function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

function isAnother(born: string, found: string | undefined): boolean {
  return found !== undefined && found !== '' && found !== born;
}

function darwinBirth(pid: number): string | undefined {
  const { stdout } = spawnSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C', TZ: 'UTC' },
  });
  const born = stdout.trim();
  return born === '' ? undefined : born;
}
