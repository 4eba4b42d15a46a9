/** Pure: a plan as lines for people. */

import { relative } from 'node:path';
import type { Obstacle, Step } from './plan.ts';

/** Inside the worktree, paths are from its top. */
export function renderSteps(steps: readonly Step[], top: string): readonly string[] {
  const rows = steps.map((step) => ({ what: `  ${VERBS[step.kind]} ${placeOf(step, top)}`, why: step.why }));
  const width = Math.max(0, ...rows.map(({ what }) => what.length));
  return rows.map(({ what, why }) => `${what.padEnd(width)}  ${why}`);
}

const VERBS: Readonly<Record<Step['kind'], string>> = {
  write: 'write ',
  move: 'move  ',
  remove: 'remove',
  identify: 'write ',
};

function placeOf(step: Step, top: string): string {
  const place = shorten(step.path, top);
  return step.kind === 'move' ? `${place} to ${shorten(step.to, top)}` : place;
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
