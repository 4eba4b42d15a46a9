/** Refuses what Node cannot hand on unchanged: never run something else than what was asked for. */

import { isUtf8 } from 'node:buffer';
import { readFileSync, readlinkSync } from 'node:fs';
import { SpikeError } from '../core/error.ts';

/** What Node puts in place of bytes that are not UTF-8. Where the bytes themselves cannot be seen, it is taken for that. */
const REPLACEMENT = '\ufffd';
const MOST_SHOWN = 80;

/** Throws `cannot-pass-on` naming the argument, the environment variable or the folder whose bytes are not UTF-8. */
export function refuseWhatCannotPass({ argv, cwd, env }: Passed): void {
  const suspect = argv.findIndex((argument) => argument.includes(REPLACEMENT));
  if (suspect !== -1) refuseArgument(argv[suspect] ?? '', suspect + 1);
  if (cwd.includes(REPLACEMENT) && !isUtf8(workingDirectory())) {
    throw refusal('the working directory', 'cd into a folder whose name is UTF-8');
  }
  if (holdsReplacement(env)) refuseVariable(env);
}

interface Passed {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Where the bytes can be seen, the character may turn out to be meant. */
function refuseArgument(argument: string, position: number): void {
  const bytes = startedWith('cmdline');
  if (bytes !== undefined && isUtf8(bytes)) return;
  const shown = mangled(bytes ?? Buffer.alloc(0)).at(-1) ?? argument;
  throw refusal(`argument ${position} (${shown})`, 'put it in a script, and run that');
}

function refuseVariable(env: NodeJS.ProcessEnv): void {
  const bytes = startedWith('environ');
  if (bytes !== undefined && isUtf8(bytes)) return;
  const [entry] = mangled(bytes ?? Buffer.alloc(0));
  const name = entry?.split('=', 1)[0] ?? Object.keys(env).find((key) => env[key]?.includes(REPLACEMENT));
  throw refusal(`the environment variable ${name}`, `unset ${name}`);
}

/** One look at the whole environment as the kernel shows it costs less than one at each variable. */
function holdsReplacement(env: NodeJS.ProcessEnv): boolean {
  try {
    return readFileSync('/proc/self/environ', 'utf8').includes(REPLACEMENT);
  } catch {
    return Object.values(env).some((value) => value?.includes(REPLACEMENT));
  }
}

/** The entries that are not UTF-8, those bytes as `\xNN`. */
function mangled(bytes: Buffer): readonly string[] {
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
