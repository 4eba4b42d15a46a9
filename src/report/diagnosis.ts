/** What `spike doctor` found: each of its parts as data. */

import type { HookName } from '../core/hook-name.ts';

/** What came of having a hook refuse. */
export type Trial =
  /** It did, and git heard it. */
  | { readonly kind: 'refused' }
  /** Git went on, and nobody said anything. */
  | { readonly kind: 'allowed' }
  /** It did, and git went on all the same. */
  | { readonly kind: 'swallowed' }
  /** Something stopped git before the gate could say no; `said` is untrusted. */
  | { readonly kind: 'failed'; readonly status: number | undefined; readonly said: string }
  | { readonly kind: 'slow'; readonly seconds: number }
  /** This git cannot run it by itself: whether what it would run asks the gate. */
  | { readonly kind: 'seen'; readonly asks: boolean }
  /** It has nothing to do while no spike is open. */
  | { readonly kind: 'unarmed' }
  /** There is nothing here to try. */
  | { readonly kind: 'untried' };

export interface HookTrial {
  readonly name: HookName;
  readonly trial: Trial;
}

/** Something to know, and how it is mended. Untrusted text may be in it. */
export interface Advice {
  /** `expected …, found …` where something is wrong. */
  readonly message: string;
  /** Lines to read or to type; the first completes `spike: hint: `. Empty where nothing is to be done. */
  readonly hint: readonly string[];
}

/** Whether the hooks hold in a worktree. */
export interface HooksDiagnosis {
  /** As git itself says it. */
  readonly git: string;
  /** Those at work here, by name. */
  readonly managers: readonly string[];
  /** Whether a spike is open in the repository. */
  readonly open: boolean;
  readonly trials: readonly HookTrial[];
  /** Why something does not hold: empty where everything does. */
  readonly problems: readonly Advice[];
  readonly notices: readonly Advice[];
}

export interface Diagnosis {
  /** Top of the worktree. */
  readonly top: string;
  readonly hooks: HooksDiagnosis;
}

export function holds({ trial }: HookTrial): boolean {
  switch (trial.kind) {
    case 'refused':
    case 'unarmed':
      return true;
    case 'seen':
      return trial.asks;
    case 'allowed':
    case 'swallowed':
    case 'failed':
    case 'slow':
    case 'untried':
      return false;
  }
}

/** Whether every refusal that has to happen here happened. */
export function isSound({ hooks }: Diagnosis): boolean {
  return hooks.trials.every(holds);
}

/** What no hook on this machine can stop; the gate of the pull request judges all of it. */
export const UNSTOPPABLE: readonly string[] = [
  'git push --no-verify',
  'another program than git itself, such as the one inside an editor',
  'a branch that is given a name which is no spike’s',
  'git branch -C <other> <spike branch>, for which git runs no hook',
  'hooks that somebody deletes, edits or switches off',
];
