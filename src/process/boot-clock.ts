/** The boot clock: which boot this is, and how long ago it was, suspend included. Turning the wall clock does not move it. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SpikeError } from '../core/error.ts';
import type { BootReading } from '../core/record.ts';

const UPTIME = '/proc/uptime';
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

let known: string | undefined;

/** Asked once: it cannot change while this process lives. */
export function bootId(): string {
  known ??= process.platform === 'darwin' ? darwinBootId() : linuxBootId();
  return known;
}

export function readBootClock(): BootReading {
  return { boot: bootId(), up: process.platform === 'darwin' ? darwinUp() : linuxUp() };
}

/** `os.uptime` reads the same file, but takes longer to load than to read it. It is exact to a hundredth of a second. */
function linuxUp(): number {
  const [, seconds, hundredths] = /^(\d+)\.(\d\d)/.exec(readFileSync(UPTIME, 'utf8')) ?? [];
  if (seconds === undefined || hundredths === undefined) throw unreadable(UPTIME);
  return Number(seconds) * 1000 + Number(hundredths) * 10;
}

/** Counts while the machine sleeps, and no turn of the wall clock moves it, which moves `os.uptime` here. */
function darwinUp(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

function linuxBootId(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    throw unreadable(BOOT_ID);
  }
}

function darwinBootId(): string {
  const { stdout } = spawnSync('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8' });
  const id = stdout.trim();
  if (id === '') throw unreadable('kern.bootsessionuuid');
  return id;
}

/** Without it neither time nor the end of a process can be proved. */
function unreadable(what: string): SpikeError {
  return new SpikeError('unreadable', `expected ${what} to tell of this boot, found nothing`, {
    hint: "if an agent's sandbox hides /proc, let it be seen there, or run this command outside the sandbox",
  });
}
