/** Refuses what Node cannot hand on unchanged: never run something else than what was asked for. */

import { isUtf8 } from 'node:buffer';
import { readFileSync, readlinkSync } from 'node:fs';
import { SpikeError } from '../core/error.ts';

/** What Node puts in place of bytes that are not UTF-8. Where the bytes themselves cannot be seen, it is taken for that. */
const REPLACEMENT = '\ufffd';
const MOST_SHOWN = 80;

/** Throws `cannot-pass-on` naming the argument, the environment variable or the folder whose bytes are not UTF-8. */
export function refuseWhatCannotPass({ argv, cwd, env }: Passed): void {
  const argument = argv.findIndex((one) => one.includes(REPLACEMENT));
  if (argument !== -1 && !isWhole('cmdline')) {
    const shown = mangled('cmdline').at(-1) ?? argv[argument] ?? '';
    throw refusal(`argument ${argument + 1} (${shown})`, 'put it in a script, and run that');
  }
  if (cwd.includes(REPLACEMENT) && !isUtf8(workingDirectory()))
    throw refusal('the working directory', 'cd into a folder whose name is UTF-8');
  if (isWhole('environ', env)) return;
  const names = mangled('environ').map((entry) => entry.split('=', 1)[0] ?? '');
  const name = names[0] ?? Object.keys(env).find((key) => env[key]?.includes(REPLACEMENT)) ?? 'one';
  throw refusal(`the environment variable ${name}`, `unset ${name}`);
}

interface Passed {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Whether the bytes that this process was started with are all UTF-8. Without a /proc to tell, a replacement character decides. */
function isWhole(file: 'cmdline' | 'environ', env: NodeJS.ProcessEnv = {}): boolean {
  const bytes = startedWith(file);
  if (bytes !== undefined) return isUtf8(bytes);
  return file === 'environ' && !Object.values(env).some((value) => value?.includes(REPLACEMENT));
}

/** The entries that are not UTF-8, those bytes as `\xNN`. */
function mangled(file: 'cmdline' | 'environ'): string[] {
  const bytes = startedWith(file) ?? Buffer.alloc(0);
  const found: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from);
    const to = end === -1 ? bytes.length : end;
    const entry = bytes.subarray(from, to);
    if (!isUtf8(entry)) found.push(visible(entry));
    from = to + 1;
  }
  return found;
}

function startedWith(file: 'cmdline' | 'environ'): Buffer | undefined {
  try {
    return readFileSync(`/proc/self/${file}`);
  } catch {
    return undefined;
  }
}

function workingDirectory(): Buffer {
  try {
    return readlinkSync('/proc/self/cwd', 'buffer');
  } catch {
    return Buffer.from([0xff]);
  }
}

function visible(bytes: Buffer): string {
  const text = bytes
    .toString('latin1')
    .replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

function refusal(what: string, hint: string): SpikeError {
  return new SpikeError(
    'cannot-pass-on',
    `expected UTF-8 in ${what}, found other bytes, which cannot be passed on unchanged`,
    { hint },
  );
}
