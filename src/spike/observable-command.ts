/** The command that tries an observable, as it is typed from where the person stands: in another folder it would be another command. */

import { join, relative } from 'node:path';
import { renderCommand } from '../core/command-line.ts';
import type { Observable } from '../core/hypothesis.ts';

/** `top` and `cwd` are real paths. In a subshell where the folder is another, so that it can be copied again and again. */
export function observableCommand(
  { argv, cwd: folder }: Observable,
  { top, cwd }: { readonly top: string; readonly cwd: string },
): string {
  const command = `spike-run ${renderCommand(argv)}`;
  const way = relative(cwd, join(top, folder));
  return way === '' ? command : `(${renderCommand(['cd', way])} && ${command})`;
}
