/**
 * The program `spike-run`. Every wrapped command waits for it, and most of what it waits for is the compiler: so the body, built
 * beside this file, is started from what the engine compiled of it before.
 */

import { createHash, hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';
import type { runWrapped } from './run.ts';

interface Body {
  readonly runWrapped: typeof runWrapped;
}

const BODY = `${import.meta.dirname}/spike-run-body.cjs`;
/** Whoever can write here can as well replace the program. */
const COMPILED = `${BODY}.${process.version}-${process.arch}`;
const SEAL_LENGTH = 128;

const source = `(function (exports, require) {${readFileSync(BODY, 'utf8')}\n})`;
const compiled = readCompiled();
const script = new Script(source, {
  filename: BODY,
  ...(compiled === undefined ? {} : { cachedData: compiled }),
});

const args = process.argv.slice(2);
const ended = load().runWrapped(args, { cwd: process.cwd(), env: process.env });
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

/** The engine refuses what another version or other flags compiled, but looks at neither the source nor a flipped bit. */
function sealOf(code: Uint8Array): Buffer {
  return Buffer.from(sha256(source) + sha256(code));
}

/** By name, unlike elsewhere: this file is never a module, which old versions of Node would refuse to link. */
function sha256(data: string | Uint8Array): string {
  return typeof hash === 'function' ? hash('sha256', data) : createHash('sha256').update(data).digest('hex');
}

function readCompiled(): Buffer | undefined {
  try {
    const bytes = readWhole(COMPILED);
    const code = bytes.subarray(SEAL_LENGTH);
    return sealOf(code).equals(bytes.subarray(0, SEAL_LENGTH)) ? code : undefined;
  } catch {
    return undefined;
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

/** Where this may not be written, every start compiles anew: slower, and nothing else. */
function keepCompiled(): void {
  const draft = `${COMPILED}.${process.pid}`;
  try {
    writeFileSync(draft, '', { flag: 'wx' });
    const code = script.createCachedData();
    writeFileSync(draft, Buffer.concat([sealOf(code), code]));
    renameSync(draft, COMPILED);
  } catch {
    rmSync(draft, { force: true });
  }
}
