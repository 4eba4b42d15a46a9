/** What is odd about a hypothesis and may yet be meant: said when its clock is started, and never refused. */

import { join } from 'node:path';
import type { Hypothesis } from '../core/hypothesis.ts';
import { matchesPresentFile } from '../git/present-files.ts';
import { findExecutable } from '../process/executable.ts';
import type { Context } from './context.ts';

/** One text each. */
export function doubtsAbout({ paths, observable }: Hypothesis, top: string, { env }: Context): readonly string[] {
  const empty = paths
    .filter((path) => !matchesPresentFile(top, path))
    .map((path) => `no file matches the path ${path} yet`);
  const [program = ''] = observable.argv;
  const found = findExecutable(program, { cwd: join(top, observable.cwd), path: env['PATH'] });
  return found.kind === 'found' ? empty : [...empty, `the observable cannot run yet: ${program}: ${found.reason}`];
}
