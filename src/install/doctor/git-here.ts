/** What the git on PATH can do for the hooks. */

import { ARMED_HOOKS, type HookName } from '../../core/hook-name.ts';
import { git } from '../../git/plumbing.ts';
import { type GitVersion, isAtLeast } from '../../git/version.ts';
import type { Advice } from '../../report/diagnosis.ts';
import { HEARS_CONFIG_HOOKS, planConfigHooks } from '../config-hooks.ts';
import type { Look } from './look.ts';

/** The first one that has `git hook run`. */
const RUNS_HOOKS: GitVersion = { major: 2, minor: 36 };
/** These are tried by moving a ref and by pushing, which every git can. */
const TRIED_BY_EVERY_GIT: readonly HookName[] = ['pre-push', 'reference-transaction'];

export interface GitHere {
  /** As it says it, without its name. */
  readonly said: string;
  readonly version: GitVersion | undefined;
  /** Whether it runs the hooks that its configuration names, and those are there: then they hold whatever becomes of files. */
  readonly byConfig: 'unheard' | 'missing' | 'in place';
}

export function readGitHere({ repository, armed, settings, version }: Look): GitHere {
  const text = git(['version'], { cwd: repository.top }).toString();
  const said = text.replace(/^git version /, '').trim();
  if (!hears(version, HEARS_CONFIG_HOOKS)) return { said, version, byConfig: 'unheard' };
  const { steps, obstacles } = planConfigHooks({ settings, version, armed });
  return { said, version, byConfig: steps.length + obstacles.length === 0 ? 'in place' : 'missing' };
}

export function canTry(name: HookName, { version }: GitHere): boolean {
  return TRIED_BY_EVERY_GIT.includes(name) || hears(version, RUNS_HOOKS);
}

export function gitNotices({ said, version, byConfig }: GitHere): readonly Advice[] {
  return [
    ...(hears(version, RUNS_HOOKS)
      ? []
      : [
          {
            message: `git ${said} cannot run a hook by itself, so some were only looked at`,
            hint: ['git 2.36 or later can'],
          },
        ]),
    ...(byConfig === 'unheard'
      ? [
          {
            message: `git ${said} runs hooks from files alone: -c core.hooksPath=/dev/null switches all of them off, and --no-verify all but ${NOT_SKIPPED.join(' and ')}`,
            hint: [UPDATE],
          },
        ]
      : []),
    ...(byConfig === 'missing'
      ? [
          {
            message: `git ${said} also runs hooks that its configuration names, and not all of ours are there`,
            hint: ['spike init'],
          },
        ]
      : []),
  ];
}

const UPDATE = 'git 2.54 or later, then spike init, holds against that';
const NOT_SKIPPED: readonly HookName[] = ['prepare-commit-msg', ...ARMED_HOOKS.filter((name) => name !== 'commit-msg')];

function hears(version: GitVersion | undefined, least: GitVersion): boolean {
  return version !== undefined && isAtLeast(version, least);
}
