/**
 * Starts a program's body, a bundle beside this file, from what the engine compiled of it before. Whoever waits for a wrapped command
 * or a hook waits for the compiler most of all.
 */

import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { Script } from 'node:vm';

export interface Started<Exports> {
  readonly body: Partial<Exports>;
  /** To be called after a whole run, when everything that a run needs has been compiled. */
  readonly keep: () => void;
}

const STDERR = 2;

/** `name` is that of a file without its ending. A body needs nothing but what comes with Node. */
export function startBody<Exports>(name: string): Started<Exports> {
  const path = `${import.meta.dirname}/${name}.cjs`;
  /** Whoever can write here can as well replace the program. */
  const kept = `${path}.${process.version}-${process.arch}`;
  const source = readWhole(path);
  const compiled = readCompiled(kept, source);
  // Built of ASCII alone.
  const script = new Script(`(function (exports, require) {${source.toString('latin1')}\n})`, {
    filename: path,
    ...(compiled === undefined ? {} : { cachedData: compiled }),
  });
  const body: Partial<Exports> = {};
  script.runInThisContext()(body, require);
  return { body, keep: () => compiled ?? keepCompiled(kept, { source, script }) };
}

/** A package that is not whole: one line, and no stack trace. */
export function tellDamage(error: unknown): number {
  const found = error instanceof Error ? error.message : String(error);
  writeSync(
    STDERR,
    `spike: error: expected the whole package spike-gate, found ${found}\nspike: hint: install it again\n`,
  );
  return 1;
}

/**
 * The engine refuses what another version or other flags compiled, but looks at neither the source nor a flipped bit. So the source is
 * kept with the code, and the code twice: to compare costs less than to hash.
 */
function readCompiled(path: string, source: Buffer): Buffer | undefined {
  try {
    const bytes = readWhole(path);
    const half = (bytes.length - source.length) / 2;
    const [first, second] = [bytes.subarray(source.length, source.length + half), bytes.subarray(source.length + half)];
    const whole = half > 0 && source.equals(bytes.subarray(0, source.length)) && first.equals(second);
    return whole ? first : undefined;
  } catch {
    return undefined;
  }
}

/** Where this may not be written, every start compiles anew: slower, and nothing else. */
function keepCompiled(path: string, { source, script }: { readonly source: Buffer; readonly script: Script }): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, '', { flag: 'wx' });
    const code = script.createCachedData();
    writeFileSync(draft, Buffer.concat([source, code, code]));
    renameSync(draft, path);
  } catch {
    rmSync(draft, { force: true });
  }
}

/** In steps that a body takes as well, so that they are loaded once. */
function readWhole(path: string): Buffer {
  const file = openSync(path, 'r');
  const bytes = Buffer.allocUnsafeSlow(fstatSync(file).size);
  readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return bytes;
}
