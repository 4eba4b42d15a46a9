/** Reads the hypothesis that a spike is opened with, and refuses one that the gate could not hold. */

import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderCommand } from '../core/command-line.ts';
import { ALWAYS_PROTECTED, type Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import type { Hypothesis } from '../core/hypothesis.ts';
import type { Attempt } from '../core/replay.ts';
import { matchesPathspecs } from '../git/pathspec-match.ts';
import { MAX_BYTES, parseHypothesis } from '../hypothesis/parse.ts';
import { pathsIn } from '../ledger/control-directory.ts';
import type { Context } from './context.ts';
import type { Place } from './place.ts';

export interface Contract {
  readonly text: string;
  readonly hypothesis: Hypothesis;
}

interface Scene {
  readonly place: Place;
  readonly config: Config;
  readonly before: readonly Attempt[];
  readonly context: Context;
}

/** The file that was asked for, else $HYPOTHESIS, else the draft; another attempt keeps the text it was opened with. */
export function readContract(asked: string | undefined, { place, config, before, context }: Scene): Contract {
  const last = before.at(-1);
  const file = hypothesisFile(asked, place, context);
  const bytes = last === undefined ? readDraft(file, place) : Buffer.from(last.open.hypothesis);
  const hypothesis = parseHypothesis(bytes, last === undefined ? file : 'HYPOTHESIS.md');
  refuseProtected(hypothesis, config, place.worktree.top);
  if (last === undefined) refuseMissingFolder(hypothesis, file, place.worktree.top);
  return { text: bytes.toString('utf8'), hypothesis };
}

function hypothesisFile(asked: string | undefined, place: Place, { cwd, env }: Context): string {
  const named = asked ?? env['HYPOTHESIS'];
  return named === undefined || named === '' ? pathsIn(place.directory).hypothesis : resolve(cwd, named);
}

function readDraft(file: string, place: Place): Buffer {
  try {
    refuseUnreadable(file);
    return readFileSync(file);
  } catch (cause) {
    if (cause instanceof SpikeError) throw cause;
    throw new SpikeError('hypothesis-refused', `expected a hypothesis in ${file}, found no file that can be read`, {
      hint: `spike new ${place.slug} writes one to fill in, or name yours: spike start --hypothesis FILE`,
      cause,
    });
  }
}

/** Asked before it is opened: a pipe would wait for ever, and a device might never end. */
function refuseUnreadable(file: string): void {
  const stat = statSync(file);
  const size = stat.isFile() ? stat.size : undefined;
  if (size !== undefined && size <= MAX_BYTES) return;
  const found = size === undefined ? 'no regular file' : `${size} bytes`;
  throw new SpikeError(
    'hypothesis-refused',
    `expected a file of at most ${MAX_BYTES} bytes in ${file}, found ${found}`,
    {
      hint: 'name a file: spike start --hypothesis FILE',
    },
  );
}

/** A path that only a protected pattern covers could never be shipped. */
function refuseProtected(hypothesis: Hypothesis, config: Config, top: string): void {
  const guarded = [...ALWAYS_PROTECTED, ...config.protected, `${config.bundle}/**`];
  const found = hypothesis.paths.find((path) => matchesPathspecs(top, path, guarded));
  if (found === undefined) return;
  throw new SpikeError('hypothesis-refused', `expected paths that a spike may change, found the protected ${found}`, {
    hint: 'take it out of Paths: protected paths change in a pull request of their own',
  });
}

/** Nothing can run there. A spike that is to fill a new folder can make it first: git takes no notice of an empty one. */
function refuseMissingFolder({ observable: { cwd } }: Hypothesis, file: string, top: string): void {
  if (statSync(join(top, cwd), { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new SpikeError('hypothesis-refused', `expected the observable's folder in this worktree, found no ${cwd}`, {
    hint: `correct it, or, where the spike is to fill that folder, ${renderCommand(['mkdir', '-p', join(top, cwd)])}`,
    place: { file },
  });
}
