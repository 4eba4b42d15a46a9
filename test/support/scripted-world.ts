/** A world whose clocks a test turns and whose disk it fills; processes are those of this machine. */

import { fdatasyncSync, writeSync } from 'node:fs';
import type { LedgerWorld, Lifetime, Writer } from '../../src/ledger/world.ts';

export interface ScriptedWorld extends LedgerWorld {
  /** Milliseconds since boot. */
  up: number;
  wallSeconds: number;
  boot: string;
  /** Processes that are provably over. */
  readonly goneIds: Set<number>;
  /** How many bytes of the next writes reach the disk; a whole line where there is no number left. */
  readonly room: number[];
  /** The error that the next flush fails with. */
  flushError: Error | undefined;
}

const SELF: Omit<Lifetime, 'boot'> = { pid: 4242, born: '77', pidns: 'pid:[1]' };

export function scriptedWorld(): ScriptedWorld {
  const writer: Writer = {
    write: (file, bytes, position) => {
      const room = world.room.shift();
      return writeSync(file, bytes, 0, Math.min(bytes.length, room ?? bytes.length), position);
    },
    sync(file) {
      const error = world.flushError;
      world.flushError = undefined;
      if (error !== undefined) throw error;
      fdatasyncSync(file);
    },
  };
  const world: ScriptedWorld = {
    up: 1_000_000,
    wallSeconds: 1_750_000_000,
    boot: 'boot-1',
    goneIds: new Set(),
    room: [],
    flushError: undefined,
    writer,
    reading: () => ({ boot: world.boot, up: world.up }),
    wall: () => world.wallSeconds,
    get self() {
      return { ...SELF, boot: world.boot };
    },
    isGone: ({ pid, boot }) => boot !== world.boot || world.goneIds.has(pid),
  };
  return world;
}
