/** Opens a spike as if its clock had been started some time ago, on a boot before this one. */

import { thisMachine } from '../../src/process/machine.ts';
import { startSpike } from '../../src/spike/start.ts';
import type { Workbench } from './workbench.ts';

export function startAgo(desk: Pick<Workbench, 'path' | 'env'>, minutes: number): void {
  const machine = thisMachine();
  const then = Math.floor(Date.now() / 1000) - minutes * 60;
  const world = {
    ...machine,
    reading: () => ({ boot: 'the boot before', up: 60_000 }),
    wall: () => then,
  };
  const request = {
    again: false,
    reason: undefined,
    clock: undefined,
    budget: undefined,
    target: undefined,
    hypothesis: undefined,
  };
  startSpike(request, { cwd: desk.path, env: desk.env, world });
}
