/** Pure: a plan as lines for people. */

import { relative } from 'node:path';
import type { Obstacle, Step } from './plan.ts';

const WIDTH = 80;
const VERB_WIDTH = 6;
/** Where a longer path, which nothing can shorten, would leave no room for the reasons of all the others. */
const MAX_PLACE = 42;
const MAX_VALUE = 64;

/** Inside the worktree, paths are from its top. A reason that has no room beside its path stands below it. */
export function renderSteps(steps: readonly Step[], top: string): readonly string[] {
  const rows = steps.map((step) => ({ what: placeOf(step, top), why: whyOf(step, top) }));
  const lengths = rows.map(({ what }) => what.length).filter((length) => length <= MAX_PLACE);
  const column = Math.max(0, ...lengths);
  return rows.flatMap(({ what, why }) => {
    const line = `${what.padEnd(column)}  ${why}`;
    return what.length <= column && line.length <= WIDTH ? [line] : [...what.split('\n'), verbed('', why)];
  });
}

/** What moves takes two lines. */
function placeOf(step: Step, top: string): string {
  const place = shorten(step.path, top);
  switch (step.kind) {
    case 'move':
      return [verbed('move', place), verbed('    to', shorten(step.to, top))].join('\n');
    case 'remove':
      return verbed('remove', place);
    case 'write':
    case 'identify':
      return verbed('write', place);
    case 'configure':
      return step.value === undefined ? verbed('unset', step.key) : verbed('set', renderSetting(step.key, step.value));
  }
}

function whyOf(step: Step, top: string): string {
  return step.kind === 'configure' ? `in ${shorten(step.path, top)}: ${step.why}` : step.why;
}

/** A command is too long to be read here; `git config` shows it. */
function renderSetting(key: string, value: string): string {
  return value.length <= MAX_VALUE ? `${key}=${value}` : key;
}

function verbed(verb: string, text: string): string {
  return `  ${verb.padEnd(VERB_WIDTH)} ${text}`;
}

function shorten(path: string, top: string): string {
  const short = relative(top, path);
  return short === '..' || short.startsWith('../') ? path : short;
}

export function renderObstacles(obstacles: readonly Obstacle[]): readonly string[] {
  return obstacles.flatMap(({ message, hint: [first, ...more] }) => [
    `spike: error: ${message}`,
    ...(first === undefined ? [] : [`spike: hint: ${first}`]),
    ...more.map((line) => `  ${line}`),
  ]);
}
