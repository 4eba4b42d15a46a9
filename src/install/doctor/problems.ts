/** Pure: what does not hold, and why. */

import type { HookName } from '../../core/hook-name.ts';
import { type Advice, type HookTrial, holds, type Trial } from '../../report/diagnosis.ts';
import { gateWords, lastLine } from './outcome.ts';

/** First what git did, then what of it is explained; `causes` are what was found not to be as it should. */
export function problemsOf(trials: readonly HookTrial[], causes: readonly Advice[]): readonly Advice[] {
  const failing = trials.filter((trial) => !holds(trial));
  if (failing.length === 0) return [];
  const effects = effectsOf(failing);
  const isExplained = causes.length > 0 || effects.some(({ hint }) => hint.length > 0);
  return [...effects, ...(isExplained ? causes : [UNEXPLAINED])];
}

const UNEXPLAINED: Advice = {
  message: 'expected git to run what spike init has written, found that it is in place and not run',
  hint: ['git config --show-origin --get-regexp "^(core.hookspath|hook[.])" shows where git looks'],
};

function effectsOf(failing: readonly HookTrial[]): readonly Advice[] {
  const messages = new Map<string, { readonly names: HookName[]; readonly effect: Effect }>();
  for (const { name, trial } of failing) {
    const effect = effectOf(name, trial);
    if (effect === undefined) continue;
    const key = `${effect.say('')}\n${effect.hint.join('\n')}`;
    const known = messages.get(key);
    if (known === undefined) messages.set(key, { names: [name], effect });
    else known.names.push(name);
  }
  return [...messages.values()].map(({ names, effect }) => ({ message: effect.say(joined(names)), hint: effect.hint }));
}

interface Effect {
  readonly say: (names: string) => string;
  readonly hint: readonly string[];
}

function effectOf(name: HookName, trial: Trial): Effect | undefined {
  switch (trial.kind) {
    case 'refused':
    case 'unarmed':
    case 'untried':
      return undefined;
    case 'allowed':
      return { say: (names) => `expected git to be stopped by ${names}, found that it went on`, hint: [] };
    case 'seen':
      return { say: (names) => `expected the gate to be asked by ${names}, found that it is not`, hint: [] };
    case 'swallowed':
      return {
        say: (names) => `expected git to hear the refusal of ${names}, found that it was dropped on the way`,
        hint: ['look for what ignores a failure, such as || true, where the gate is called'],
      };
    case 'slow':
      return {
        say: (names) => `expected ${names} to end within ${trial.seconds} seconds, found it still at work`,
        hint: [`${tryIt(name)} shows at what`],
      };
    case 'failed':
      return failure(name, trial);
  }
}

/** Either the gate, which could not go on, or somebody else's hook, before the gate was asked. */
function failure(name: HookName, { status, said }: Trial & { kind: 'failed' }): Effect {
  const words = gateWords(said);
  if (words !== undefined) return { say: (names) => `${names}: ${words.message}`, hint: words.hint };
  const ended = status === undefined ? 'that it could not be run' : `status ${status}`;
  return {
    say: (names) => `expected the gate to refuse in ${names}, found ${ended} and the words ${lastLine(said)}`,
    hint: [`${tryIt(name)} shows all of it`],
  };
}

function tryIt(name: HookName): string {
  switch (name) {
    case 'pre-push':
      return 'git push --dry-run';
    case 'pre-commit':
    case 'pre-merge-commit':
    case 'prepare-commit-msg':
    case 'commit-msg':
    case 'pre-rebase':
    case 'reference-transaction':
      return `git hook run ${name}`;
  }
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
