/** `spike hook <name>`: what the installed hooks ask. Not for people, so it says nothing unless it refuses. */

import { SpikeError } from '../core/error.ts';
import { EXIT_FINDING, EXIT_PASS } from '../core/exit-code.ts';
import { HOOK_NAMES, type HookName } from '../core/hook-name.ts';
import { type HookQuestion, judgeHook, refusedBy, restoringAfter } from '../gate/hook.ts';
import { isToldAgain } from '../gate/told.ts';
import { findBare, findWorktree, type Worktree } from '../git/worktree.ts';
import { gitCommandsAbove } from '../process/git-command.ts';
import { renderHint, renderNote, renderVerdict } from '../report/terminal.ts';
import type { Context } from '../spike/context.ts';
import { worktreeHere } from '../spike/place.ts';
import { contextOf } from './context.ts';
import type { Io } from './io.ts';
import { readStdin } from './read-stdin.ts';
import { talkStyle } from './say.ts';

/** What a hook is to end with. */
export interface Hooked {
  readonly status: number;
  /** Whether a commit was judged and let through: all that the most frequent question needs has run by then. */
  readonly isWhole: boolean;
}

export function runHook([name, ...args]: readonly string[], io: Io): Hooked {
  const hook = hookNamed(name);
  refuseCanary(hook, io.env);
  const context = contextOf(io);
  const question: HookQuestion = {
    name: hook,
    args,
    worktree: placeOf(context),
    env: io.env,
    world: context.world,
    amends: hook === 'prepare-commit-msg' && gitCommandsAbove()?.nearest.args.includes('--amend') === true,
    stdin: once(readStdin),
  };
  const verdicts = judgeHook(question);
  const refused = verdicts.filter(({ passed }) => !passed);
  if (refused.length === 0) return { status: EXIT_PASS, isWhole: hook === 'prepare-commit-msg' && verdicts.length > 0 };
  const commands = gitCommandsAbove();
  const style = talkStyle(io);
  const restoring = restoringAfter(question, commands?.typed);
  const text = [
    ...new Set(refused.map((verdict) => renderVerdict(verdict, style))),
    renderNote(refusedBy(question), style),
    restoring === undefined ? '' : renderHint(`${restoring} puts back what git has changed meanwhile`, style),
  ].join('');
  if (commands === undefined || !isToldAgain(question.worktree.commonDir, commands.typed, text)) io.stderr.write(text);
  return { status: EXIT_FINDING, isWhole: false };
}

/** Of a repository without a worktree, git moves branches all the same. */
function placeOf(context: Context): Worktree {
  return findWorktree(context.cwd, context.env) ?? findBare(context.cwd, context.env) ?? worktreeHere(context);
}

function hookNamed(name: string | undefined): HookName {
  const known = HOOK_NAMES.find((hook) => hook === name);
  if (known !== undefined) return known;
  throw new SpikeError('usage', `expected the name of a hook (${HOOK_NAMES.join(', ')}), found ${name ?? 'none'}`, {
    hint: 'spike init installs the hooks',
  });
}

/** `spike doctor` looks whether a refusal reaches git, whatever there is to judge. */
function refuseCanary(hook: HookName, { SPIKE_GATE_CANARY: canary }: NodeJS.ProcessEnv): void {
  if (canary === undefined || canary === '') return;
  throw new SpikeError('refused', `expected ${hook} to refuse the canary ${canary}, and it does`, {
    hint: 'unset SPIKE_GATE_CANARY unless spike doctor has set it',
  });
}

function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
