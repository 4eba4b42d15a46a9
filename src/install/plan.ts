/** What `init` and `--uninstall` are going to do, as data: shown by `--dry-run`, carried out by `apply.ts`. Empty when all is done. */

/** All paths are absolute. */
export type Step =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly content: Uint8Array;
      readonly mode: number;
      readonly why: string;
    }
  | { readonly kind: 'move'; readonly path: string; readonly to: string; readonly why: string }
  /** A folder only while it is empty. */
  | { readonly kind: 'remove'; readonly path: string; readonly why: string }
  | { readonly kind: 'identify'; readonly path: string; readonly why: string }
  | Configure;

/** One key of one configuration file of git's, which git itself changes. */
export interface Configure {
  readonly kind: 'configure';
  readonly path: string;
  readonly key: string;
  /** Its one value then; undefined: it is taken away. */
  readonly value: string | undefined;
  readonly why: string;
}

/** Something that stands in the way. The rest of the plan is carried out all the same, and the exit status says that it is not enough. */
export interface Obstacle {
  readonly message: string;
  /** Lines to read or to type; the first completes `spike: hint: `. */
  readonly hint: readonly string[];
}

export interface Plan {
  readonly steps: readonly Step[];
  readonly obstacles: readonly Obstacle[];
  /** What was left as it is, and why. */
  readonly notices: readonly string[];
}

export const EMPTY_PLAN: Plan = { steps: [], obstacles: [], notices: [] };

/** One after the other. */
export function joinPlans(plans: readonly Plan[]): Plan {
  return {
    steps: plans.flatMap((plan) => plan.steps),
    obstacles: plans.flatMap((plan) => plan.obstacles),
    notices: plans.flatMap((plan) => plan.notices),
  };
}
