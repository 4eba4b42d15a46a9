/**
 * The hooks as git's configuration names them, which git 2.54 and later runs beside those of a folder: in every worktree, whatever
 * core.hooksPath says, and whatever a manager does to its files. An older git does not hear of them.
 */

import { readFileSync } from 'node:fs';
import { ARMED_HOOKS, CONFIGURED_HOOKS, type HookName } from '../core/hook-name.ts';
import { type ConfigValues, commonConfigPath, readConfigValues } from '../git/config.ts';
import { type GitVersion, isAtLeast } from '../git/version.ts';
import { gateFunction } from './gate-call.ts';
import { type Configure, EMPTY_PLAN, joinPlans, type Plan } from './plan.ts';
import { digestIfUnended, UNENDED_KEY } from './unended.ts';

/** The first git that runs hooks which its configuration names. */
export const HEARS_CONFIG_HOOKS: GitVersion = { major: 2, minor: 54 };

/** Git refuses all work where a hook has the name of an event. */
const PREFIX = 'hook.spike-gate-';
const PATTERN = `^(hook\\.spike-gate-|${UNENDED_KEY.replaceAll('.', '\\.')}$)`;

/** In every version, the command names the file that it runs. */
const IN_EVERY_COMMAND = 'spike-gate/gate.sh';

const PROPERTIES = ['event', 'command', 'enabled'] as const;
type Property = (typeof PROPERTIES)[number];

/** What the configuration that all worktrees share says of our hooks. */
export interface HookSettings {
  readonly path: string;
  readonly values: ConfigValues;
  /** What to note of the file before git ends its last line. */
  readonly unended: string | undefined;
}

/** Throws `git-failed` for a configuration that git cannot read. */
export function readHookSettings(commonDir: string): HookSettings {
  const path = commonConfigPath(commonDir);
  return { path, values: readConfigValues(path, PATTERN), unended: digestIfUnended(readFileSync(path)) };
}

export interface ConfigHooksRequest {
  readonly settings: HookSettings;
  /** Of the git on PATH; undefined where it does not say. */
  readonly version: GitVersion | undefined;
  /** Whether a spike is open in the repository. */
  readonly armed: boolean;
}

/** Nothing for a git that does not hear of them; what an earlier `init` has put there stays. */
export function planConfigHooks({ settings, version, armed }: ConfigHooksRequest): Plan {
  if (version === undefined || !isAtLeast(version, HEARS_CONFIG_HOOKS)) return EMPTY_PLAN;
  const hooks = joinPlans(CONFIGURED_HOOKS.map((hook) => planHook(hook, { settings, armed })));
  const note = hooks.steps.length === 0 ? [] : noteIfUnended(settings);
  return joinPlans([{ ...EMPTY_PLAN, steps: note }, hooks]);
}

/** Only for what is there: it is `init` that adds hooks. */
export function planConfigArming({ settings, armed }: Omit<ConfigHooksRequest, 'version'>): Plan {
  const steps = CONFIGURED_HOOKS.filter(isArmed)
    .filter((hook) => settings.values.has(keyOf(hook, 'event')))
    .flatMap((hook) => settle(settings, hook, arming(armed)));
  return { ...EMPTY_PLAN, steps };
}

/** Whatever git is on PATH now. */
export function planConfigHooksAway(settings: HookSettings): Plan {
  const names = [...new Set([...settings.values.keys()].flatMap(hookOfKey))];
  const hooks = joinPlans(names.map((name) => planHookAway(name, settings)));
  const restore: Configure = { ...unset(settings, UNENDED_KEY), why: 'ends as it did before spike init' };
  return joinPlans([hooks, { ...EMPTY_PLAN, steps: settings.values.has(UNENDED_KEY) ? [restore] : [] }]);
}

interface Setting {
  readonly property: Property;
  readonly value: string;
  readonly why: string;
}

function planHook(hook: HookName, { settings, armed }: Omit<ConfigHooksRequest, 'version'>): Plan {
  if (!isOurs(hook, settings)) {
    return obstacle(
      `expected the command that spike init wrote at ${keyOf(hook, 'command')} in ${settings.path}, found it edited`,
      `git config --unset-all ${keyOf(hook, 'command')}, then type spike init again`,
    );
  }
  if (!isArmed(hook) && settings.values.has(keyOf(hook, 'enabled'))) {
    return obstacle(
      `expected nothing at ${keyOf(hook, 'enabled')} in ${settings.path}, found it set: git may not run the hook`,
      `git config --unset-all ${keyOf(hook, 'enabled')}, then type spike init again`,
    );
  }
  const wanted = [...(isArmed(hook) ? [arming(armed)] : []), ...hookSettings(hook)];
  return { ...EMPTY_PLAN, steps: wanted.flatMap((setting) => settle(settings, hook, setting)) };
}

/** In this order, cut short anywhere, every git still works: one that finds an event without its command refuses to run. */
function hookSettings(hook: HookName): readonly Setting[] {
  return [
    { property: 'command', value: gateFunction(hook), why: 'asks the gate' },
    { property: 'event', value: hook, why: 'when git runs that' },
  ];
}

function arming(armed: boolean): Setting {
  const why = armed ? 'a spike is open' : 'until a spike is open';
  return { property: 'enabled', value: String(armed), why };
}

function settle(
  { path, values }: HookSettings,
  hook: HookName,
  { property, value, why }: Setting,
): readonly Configure[] {
  const key = keyOf(hook, property);
  const found = values.get(key) ?? [];
  return found.length === 1 && found[0] === value ? [] : [{ kind: 'configure', path, key, value, why }];
}

function noteIfUnended({ path, values, unended }: HookSettings): readonly Configure[] {
  if (unended === undefined || values.has(UNENDED_KEY)) return [];
  return [{ kind: 'configure', path, key: UNENDED_KEY, value: unended, why: 'how it ended, for --uninstall' }];
}

/** The event before the command, for the same reason as above, and both before what keeps git from running them. */
function planHookAway(name: string, settings: HookSettings): Plan {
  if (!isOurs(name, settings)) {
    const message = `${keyOf(name, 'command')} in ${settings.path} was edited since spike init wrote it: left as it is`;
    return { ...EMPTY_PLAN, notices: [message] };
  }
  const keys = PROPERTIES.map((property) => keyOf(name, property)).filter((key) => settings.values.has(key));
  return { ...EMPTY_PLAN, steps: keys.map((key) => unset(settings, key)) };
}

function unset({ path }: HookSettings, key: string): Configure {
  return { kind: 'configure', path, key, value: undefined, why: 'written by spike init' };
}

function isOurs(hook: string, { values }: HookSettings): boolean {
  return (values.get(keyOf(hook, 'command')) ?? []).every((command) => command.includes(IN_EVERY_COMMAND));
}

function isArmed(hook: HookName): boolean {
  return ARMED_HOOKS.some((armed) => armed === hook);
}

function keyOf(hook: string, property: Property): string {
  return `${PREFIX}${hook}.${property}`;
}

/** A hook of any version; what else people keep in these sections is theirs. */
function hookOfKey(key: string): readonly string[] {
  const [, name] = /^hook\.spike-gate-([a-z-]+)\.(?:event|command|enabled)$/.exec(key) ?? [];
  return name === undefined ? [] : [name];
}

function obstacle(message: string, hint: string): Plan {
  return { ...EMPTY_PLAN, obstacles: [{ message, hint: [hint] }] };
}
