/** Pure: the identity of a run (SPEC.md, "Fingerprint"). */

import type { Fingerprint } from './brand.ts';
import { sha256 } from './sha256.ts';

export interface Invocation {
  /** Real path of the working directory. */
  readonly cwd: string;
  readonly argv: readonly string[];
}

export interface Outcome extends Invocation {
  readonly exit: number;
}

/** The exit status that stands for a command whose wrapper ended before it could record one. */
export const ABANDONED_EXIT = 137;

/** First 16 hex digits of sha256 of the ASCII JSON `{"cwd":…,"argv":[…],"exit":…}`. */
export function fingerprint({ cwd, argv, exit }: Outcome): Fingerprint {
  return digest(asciiJson({ cwd, argv, exit })) as Fingerprint;
}

/** Identity of a command whatever it exits with: interruptions are counted by it. */
export function invocationKey({ cwd, argv }: Invocation): string {
  return digest(asciiJson({ cwd, argv }));
}

function digest(text: string): string {
  return sha256(text).slice(0, 16);
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
