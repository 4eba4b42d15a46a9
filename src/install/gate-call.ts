/** Pure: the lines of shell by which a file that is not ours asks the gate. */

import type { HookName } from '../core/hook-name.ts';

/** Git tells these on their standard input what is about to move. */
const WITH_INPUT: readonly HookName[] = ['pre-push', 'reference-transaction'];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the shell.
/** By builtins alone, in any worktree, under `sh -e`. */
const FIND = [
  'spike_gate=${GIT_DIR:-.git} && spike_common=',
  'if [ -f "$spike_gate" ]; then read -r spike_common spike_gate <"$spike_gate" || :; spike_common=; fi',
  'if [ -f "$spike_gate/commondir" ]; then read -r spike_common <"$spike_gate/commondir" || :; fi',
  'case $spike_common in /*) spike_gate=$spike_common ;; *) spike_gate=$spike_gate/$spike_common ;; esac',
  'spike_gate=$spike_gate/spike-gate/gate.sh',
];

/**
 * Short enough to be typed, and the same for each hook, whose name git gives as `$0`. What follows it in a hook that is told refs finds
 * no standard input.
 */
export const PASTED_CALL = [
  'gate=$(git rev-parse --git-common-dir)/spike-gate/gate.sh',
  '[ ! -r "$gate" ] || sh "$gate" "$gate" "${0##*/}" "$@" || exit',
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the shell.

/**
 * POSIX sh, at the top of a worktree; in a clone without `spike init` nothing happens. Standard input goes to the gate, which
 * does not hand it back.
 */
export function gateCall(hook: HookName): readonly string[] {
  return [...FIND, `if [ -r "$spike_gate" ]; then ${ask(hook)} || exit; fi`];
}

/** The same on one line, for a place that takes a command. */
export function gateCommand(hook: HookName): string {
  return gateCall(hook).join('; ');
}

/**
 * The same for a place that puts `"$@"` behind a command, as git's configuration does. It becomes the gate: git is the gate's
 * parent, as it is that of a hook. What happens to refs is told up to four times, and can be refused only once.
 */
export function gateFunction(hook: HookName): string {
  const lines = [
    ...(hook === 'reference-transaction' ? ['[ "$1" = prepared ] || exit 0'] : []),
    ...FIND,
    `if [ -r "$spike_gate" ]; then exec ${ask(hook)}; fi`,
  ];
  return `spike_gate_hook() { ${lines.join('; ')}; }; spike_gate_hook`;
}

/** The same in front of other people's lines, which find standard input as git gave it. What is empty stays at its end, and is not given twice. */
export function gateCallKeepingInput(hook: HookName): readonly string[] {
  if (!WITH_INPUT.includes(hook)) return gateCall(hook);
  return [
    ...FIND,
    'if [ -r "$spike_gate" ]; then',
    // A loop of `read` costs no process, and ten seconds for three thousand refs.
    'spike_input=$(cat)',
    `if [ -z "$spike_input" ]; then ${ask(hook)} || exit; else`,
    `${ask(hook)} <<SPIKE_GATE || exit`,
    '$spike_input',
    'SPIKE_GATE',
    'exec <<SPIKE_GATE',
    '$spike_input',
    'SPIKE_GATE',
    'fi; fi',
  ];
}

function ask(hook: HookName): string {
  return `sh "$spike_gate" "$spike_gate" ${hook} "$@"`;
}
