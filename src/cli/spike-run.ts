/**
 * The program `spike-run`. Every wrapped command waits for it, and most of what it waits for is the compiler: so the body, built
 * beside this file, is started from what the engine compiled of it before.
 */

import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { runWrapped } from './run.ts';

interface Body {
  readonly runWrapped: typeof runWrapped;
}

const BODY = join(import.meta.dirname, 'spike-run-body.cjs');
/** Whoever can write here can as well replace the program. The engine itself refuses what another version or other flags compiled. */
const COMPILED = `${BODY}.${process.version}-${process.arch}`;

const compiled = readCompiled();
const script = new Script(`(function (exports, require) {${readFileSync(BODY, 'utf8')}\n})`, {
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
  script.runInThisContext()(exports, createRequire(BODY));
  const { runWrapped } = exports;
  if (runWrapped === undefined) throw new Error(`expected ${BODY} to export runWrapped`);
  return { runWrapped };
}

function readCompiled(): Buffer | undefined {
  try {
    return readFileSync(COMPILED);
  } catch {
    return undefined;
  }
}

/** Where this may not be written, every start compiles anew: slower, and nothing else. */
function keepCompiled(): void {
  const draft = `${COMPILED}.${process.pid}`;
  try {
    closeSync(openSync(draft, 'wx'));
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, COMPILED);
  } catch {
    rmSync(draft, { force: true });
  }
}
