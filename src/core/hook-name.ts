/** Pure: the git hooks that ask a gate. */

export const HOOK_NAMES = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'pre-push'] as const;
export type HookName = (typeof HOOK_NAMES)[number];
