/** Pure: why hooks do not hold, as far as files and the environment show it, and what mends it. */

import { relative } from 'node:path';
import { ARMED_HOOKS, HOOK_NAMES } from '../../core/hook-name.ts';
import type { Advice } from '../../report/diagnosis.ts';
import type { Existing } from '../existing.ts';
import { isOurHook } from '../our-hook.ts';
import type { Obstacle, Step } from '../plan.ts';
import { switchedOff } from './environment.ts';
import type { Look } from './look.ts';

const INIT = 'spike init';

/** A longer hint is a page of lines to paste. */
const MOST_HINT_LINES = 3;
const PAGE = `${INIT} shows the lines to put there; or take away what leads there, where nobody needs it`;

export function isInstalled({ gate, read }: Look): boolean {
  return read(gate.script) !== undefined;
}

export function notInPlace(look: Look): readonly Advice[] {
  const files = isInstalled(look) ? missingFiles(look) : [notInstalled(look)];
  return [...look.plan.obstacles.map(adviceOf), ...files];
}

function notInstalled({ repository }: Look): Advice {
  return { message: `expected the hooks of spike init in ${repository.commonDir}, found none`, hint: [INIT] };
}

function adviceOf({ message, hint }: Obstacle): Advice {
  return { message, hint: hint.length <= MOST_HINT_LINES ? hint : [PAGE] };
}

/** What is wrong with a file that `init` would write. */
type Wrong = 'missing' | 'not executable' | 'yours' | 'older' | 'silent';

const FOUND: Readonly<Record<Wrong, (places: string) => string>> = {
  missing: (places) => `no ${places}`,
  'not executable': (places) => `that git may not execute ${places}`,
  yours: (places) => `hooks that ask no gate: ${places}`,
  older: (places) => `what another version has written: ${places}`,
  silent: (places) => `no call of the gate in ${places}`,
};

const WRONGS: readonly Wrong[] = ['missing', 'not executable', 'yours', 'older', 'silent'];

/** One for all files of which the same is wrong. */
function missingFiles(look: Look): readonly Advice[] {
  const { top } = look.repository;
  const wrongs = look.plan.steps.flatMap((step) => wrongOf(step, look) ?? []);
  return WRONGS.flatMap((wrong) => {
    const places = wrongs.filter((found) => found.wrong === wrong).map(({ path }) => shorten(path, top));
    if (places.length === 0) return [];
    return [{ message: `expected what spike init writes, found ${FOUND[wrong](places.join(', '))}`, hint: [INIT] }];
  });
}

function wrongOf(step: Step, look: Look): { readonly wrong: Wrong; readonly path: string } | undefined {
  if (step.kind !== 'write') return undefined;
  const existing = look.read(step.path);
  return { path: step.path, wrong: existing === undefined ? 'missing' : wrongWith(existing, step, look) };
}

function wrongWith(existing: Existing, { path, content, mode }: Step & { kind: 'write' }, { gate }: Look): Wrong {
  if (existing.kind === 'file' && existing.content.equals(content)) return 'not executable';
  if (path.startsWith(`${gate.folder}/`) || isOurHook(existing.content.toString('latin1'))) return 'older';
  return (mode & 0o111) !== 0 && HOOK_NAMES.some((name) => path.endsWith(`/${name}`)) ? 'yours' : 'silent';
}

/** Those that wait for the next spike and are in place already. */
export function armedForNothing({ armed, plan }: Look): readonly string[] {
  if (armed) return [];
  return ARMED_HOOKS.filter((name) =>
    plan.steps.some(({ kind, path }) => (kind === 'remove' || kind === 'move') && path.endsWith(`/${name}`)),
  );
}

/** What in this environment keeps managers from running any hook. */
export function switches(env: NodeJS.ProcessEnv): readonly Advice[] {
  return switchedOff(env).map((setting) => ({
    message: `expected hooks to be on in this environment, found ${setting}`,
    hint: [`unset ${setting.split('=')[0]}`],
  }));
}

function shorten(path: string, top: string): string {
  const short = relative(top, path);
  return short.startsWith('../') ? path : short;
}
