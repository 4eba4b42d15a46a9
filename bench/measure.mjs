/** Times commands side by side: one of each in turn, so that a busy moment of the machine falls on all of them alike. */

import { spawnSync } from 'node:child_process';

/** Nothing of the caller's environment: certificates, loaders and debuggers would be timed with it. */
export function cleanEnvironment(more = {}) {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    ...more,
  };
}

/** Medians in milliseconds by name. `commands` are `{ name, argv, cwd, env, before }`; each must end with status 0. */
export function interleave(commands, rounds) {
  const times = new Map(commands.map(({ name }) => [name, []]));
  for (let round = -3; round < rounds; round += 1) {
    for (const command of commands) {
      const took = timeOnce(command);
      if (round >= 0) times.get(command.name).push(took);
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

function timeOnce({ name, argv, cwd, env, before }) {
  before?.();
  const [program, ...args] = argv;
  const begin = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const took = Number(process.hrtime.bigint() - begin) / 1e6;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return took;
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** A row of the table: what, how long, and against what was promised. */
export function row(what, measured, promise = '') {
  return `${what.padEnd(52)} ${measured.padStart(18)}  ${promise}`.trimEnd();
}

export function times(ratio) {
  return `${ratio.toFixed(2)} times`;
}
