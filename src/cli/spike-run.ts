/**
 * The program `spike-run`. Every wrapped command waits for it, and most of what it waits for is the compiler: so the body, built
 * beside this file, is started from what the engine compiled of it before.
 */

import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';
import type { runWrapped } from './run.ts';

interface Body {
  readonly runWrapped: typeof runWrapped;
}

const BODY = `${import.meta.dirname}/spike-run-body.cjs`;
/** Whoever can write here can as well replace the program. */
const COMPILED = `${BODY}.${process.version}-${process.arch}`;

const source = readWhole(BODY);
const compiled = readCompiled();
// Built of ASCII alone.
const script = new Script(`(function (exports, require) {${source.toString('latin1')}\n})`, {
  filename: BODY,
  ...(compiled === undefined ? {} : { cachedData: compiled }),
});

const args = process.argv.slice(2);
const ended = load().runWrapped(args, { env: process.env });
void ended.then((status) => {
  // After a whole run everything that a run needs has been compiled.
  if (compiled === undefined && args[0]?.startsWith('-') === false) keepCompiled();
  process.exit(status);
});

function load(): Body {
  const exports: Partial<Body> = {};
  // The body needs nothing but what comes with Node.
  script.runInThisContext()(exports, require);
  const { runWrapped } = exports;
  if (runWrapped === undefined) throw new Error(`expected ${BODY} to export runWrapped`);
  return { runWrapped };
}

/**
 * The engine refuses what another version or other flags compiled, but looks at neither the source nor a flipped bit. So the source is
 * kept with the code, and the code twice: to compare costs less than to hash.
 */
function readCompiled(): Buffer | undefined {
  try {
    const bytes = readWhole(COMPILED);
    const half = (bytes.length - source.length) / 2;
    const [first, second] = [bytes.subarray(source.length, source.length + half), bytes.subarray(source.length + half)];
    const whole = half > 0 && source.equals(bytes.subarray(0, source.length)) && first.equals(second);
    return whole ? first : undefined;
  } catch {
    return undefined;
  }
}

/** Where this may not be written, every start compiles anew: slower, and nothing else. */
function keepCompiled(): void {
  const draft = `${COMPILED}.${process.pid}`;
  try {
    writeFileSync(draft, '', { flag: 'wx' });
    const code = script.createCachedData();
    writeFileSync(draft, Buffer.concat([source, code, code]));
    renameSync(draft, COMPILED);
  } catch {
    rmSync(draft, { force: true });
  }
}

/** In steps that the body takes as well, so that they are loaded once. */
function readWhole(path: string): Buffer {
  const file = openSync(path, 'r');
  const bytes = Buffer.allocUnsafeSlow(fstatSync(file).size);
  readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return bytes;
}
