/**
 * Pure: how every hook that lefthook writes asks the gate. Its setting `rc` names a file that the hook sources before it looks
 * for lefthook at all: so neither what lefthook skips, filters and excludes, nor a worktree without the program, comes before the gate.
 */

import { HOOK_NAMES } from '../../core/hook-name.ts';
import { gateCallKeepingInput } from '../gate-call.ts';

/** As the hook's shell reads it: from the folder of hooks, which all worktrees share. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell.
export const RC = '"${0%/*}/../spike-gate/lefthook.sh"';

/** From the git common directory. */
export const RC_SCRIPT_PATH = 'spike-gate/lefthook.sh';

/** For an `rc` file that people keep. */
export const CALL_RC = `[ ! -f ${RC} ] || . ${RC}`;

/** Sourced: the hook goes on after it, with the arguments and the standard input that git gave. */
export const RC_SCRIPT = [
  '# shellcheck shell=sh',
  '# spike-gate: written by spike init. The hooks that lefthook writes source this before all else (`rc` in its configuration).',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell.
  'case ${0##*/} in',
  ...HOOK_NAMES.flatMap((name) => [`${name})`, ...gateCallKeepingInput(name), ';;']),
  'esac',
  '',
].join('\n');
