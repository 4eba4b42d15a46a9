/** The boot clock: which boot this is, and how long ago it was, suspend included. Turning the wall clock does not move it. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import type { BootReading } from '../core/record.ts';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

let known: string | undefined;

/** Asked once: it cannot change while this process lives. */
export function bootId(): string {
  known ??= process.platform === 'darwin' ? darwinBootId() : readFileSync(BOOT_ID, 'utf8').trim();
  return known;
}

export function readBootClock(): BootReading {
  return { boot: bootId(), up: process.platform === 'darwin' ? darwinUp() : linuxUp() };
}

/**
 * In whole hundredths of a second: some versions of Node read no finer, and two of them side by side must not see time go back. The
 * thousandth that is added undoes what binary fractions take away.
 */
function linuxUp(): number {
  return Math.floor(uptime() * 100 + 0.001) * 10;
}

/** `os.uptime` would follow the wall clock here. */
function darwinUp(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

function darwinBootId(): string {
  const { stdout } = spawnSync('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' });
  const id = stdout.trim();
  if (id === '') throw new Error('expected kern.bootsessionuuid to name this boot, found nothing');
  return id;
}
