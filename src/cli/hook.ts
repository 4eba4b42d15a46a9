/** `spike hook <name>`: what the installed hooks ask. Not for people, so it says nothing unless it refuses. */

import { SpikeError } from '../core/error.ts';
import { EXIT_FINDING, EXIT_PASS } from '../core/exit-code.ts';
import { HOOK_NAMES, type HookName } from '../core/hook-name.ts';
import { judgeHook } from '../gate/hook.ts';
import { renderVerdict } from '../report/terminal.ts';
import { worktreeHere } from '../spike/place.ts';
import { contextOf } from './context.ts';
import type { Io } from './io.ts';
import { readStdin } from './read-stdin.ts';
import { talkStyle } from './say.ts';

export function runHook([name, ...args]: readonly string[], io: Io): number {
  const context = contextOf(io);
  const verdicts = judgeHook({
    name: hookNamed(name),
    args,
    worktree: worktreeHere(context),
    env: io.env,
    world: context.world,
    stdin: readStdin,
  });
  const refused = verdicts.filter(({ passed }) => !passed);
  for (const verdict of refused) io.stderr.write(renderVerdict(verdict, talkStyle(io)));
  return refused.length === 0 ? EXIT_PASS : EXIT_FINDING;
}

function hookNamed(name: string | undefined): HookName {
  const known = HOOK_NAMES.find((hook) => hook === name);
  if (known !== undefined) return known;
  throw new SpikeError('usage', `expected the name of a hook (${HOOK_NAMES.join(', ')}), found ${name ?? 'none'}`, {
    hint: 'spike init installs the hooks',
  });
}
