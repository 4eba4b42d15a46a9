/** Whether this process is in the foreground group of its terminal, where Ctrl-C reaches it and every command it runs. */

import { spawnSync } from 'node:child_process';
import { readStat } from './process-table.ts';

export function isInForeground(): boolean {
  if (process.platform === 'darwin') return darwinForeground();
  const stat = readStat('self');
  // A group that lies outside this pid namespace reads 0, and so do all others outside.
  return stat !== undefined && stat.group !== '0' && stat.terminalGroup === stat.group;
}

function darwinForeground(): boolean {
  const { stdout } = spawnSync('/bin/ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
  const [group, terminalGroup] = stdout.trim().split(/\s+/);
  return group !== undefined && group === terminalGroup;
}
