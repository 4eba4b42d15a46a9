/** Pure: the commands that throw a spike's branch away. Printed, never run: they are the person's to type. */

import { renderCommand } from '../core/command-line.ts';

export function discardCommand(target: string, branch: string): string {
  return `${renderCommand(['git', 'switch', target])} && ${renderCommand(['git', 'branch', '-D', branch])}`;
}
