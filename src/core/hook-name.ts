/** Pure: the git hooks that ask a gate. */

/** Always in place: what they refuse may stand on any branch of a spike, started here or not. */
export const STANDING_HOOKS = [
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'pre-rebase',
  'pre-push',
] as const;

/** In place while a spike is live, or over and not sealed: git runs them for every commit, or every ref, of the repository. */
export const ARMED_HOOKS = ['commit-msg', 'reference-transaction'] as const;

/**
 * Those that a newer git takes from its configuration as well, whatever becomes of the files: what nothing skips, and what is published.
 * The others only say the same earlier, and each costs every commit a process.
 */
export const CONFIGURED_HOOKS = ['prepare-commit-msg', 'pre-push', 'reference-transaction'] as const;

export const HOOK_NAMES = [...STANDING_HOOKS, ...ARMED_HOOKS] as const;
export type HookName = (typeof HOOK_NAMES)[number];
