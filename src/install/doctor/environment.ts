/** Pure: the environment in which hooks are tried, and what in it switches them off. */

type Environment = NodeJS.ProcessEnv;

interface Canary {
  readonly token: string;
  /** Stands for the person's, so that no hook has files to work on, and none is put aside. */
  readonly index: string;
}

/** As a shell of the person's would have it, and without anybody to ask. */
export function trialEnvironment(env: Environment, { token, index }: Canary): Environment {
  return {
    ...withoutRunner(env),
    SPIKE_GATE_CANARY: token,
    GIT_INDEX_FILE: index,
    GIT_EDITOR: ':',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/** npx and npm put folders of programs on PATH which no shell has: what is found there proves nothing. */
function withoutRunner(env: Environment): Environment {
  const { PATH: path } = env;
  if (path === undefined || (env['npm_execpath'] ?? env['npm_lifecycle_event']) === undefined) return env;
  const kept = path.split(':').filter((folder) => !/\/(?:node_modules\/\.bin|node-gyp-bin)\/?$/.test(folder));
  return { ...env, PATH: kept.join(':') };
}

/** What people set so that the hooks that a manager has written do nothing, the gate's call in them included. */
const SWITCHES: readonly (readonly [name: string, value: string])[] = [
  ['HUSKY', '0'],
  ['LEFTHOOK', '0'],
  ['SKIP_SIMPLE_GIT_HOOKS', '1'],
];

/** As `NAME=value`. */
export function switchedOff(env: Environment): readonly string[] {
  return SWITCHES.filter(([name, value]) => env[name] === value).map(([name, value]) => `${name}=${value}`);
}
