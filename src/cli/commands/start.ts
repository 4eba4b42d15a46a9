/** `spike start`. */

import { renderCommand } from '../../core/command-line.ts';
import { EXIT_PASS } from '../../core/exit-code.ts';
import { count, renderSpan } from '../../core/span.ts';
import { renderInstant } from '../../report/instant.ts';
import { renderJson } from '../../report/json.ts';
import { startSpike } from '../../spike/start.ts';
import { contextOf } from '../context.ts';
import { flag, type Given, text } from '../given.ts';
import { hooksNote } from '../hooks-note.ts';
import type { Io } from '../io.ts';
import { talk } from '../say.ts';

export async function start(given: Given, io: Io): Promise<number> {
  const { open, doubts, missingHooks, tryIt } = startSpike(
    {
      again: flag(given, 'again'),
      reason: text(given, 'message'),
      clock: text(given, 'clock'),
      budget: text(given, 'budget'),
      target: text(given, 'target'),
      hypothesis: text(given, 'hypothesis'),
    },
    contextOf(io),
  );
  talk(io, [...doubts.map((doubt) => `spike: note: ${doubt}`), ...hooksNote(missingHooks)]);
  if (flag(given, 'json')) {
    const { spike, attempt, deadline, budget } = open;
    io.stdout.write(renderJson({ slug: spike, attempt, started: open.ts, deadline, budget }));
    return EXIT_PASS;
  }
  const { observable } = open;
  const folder = observable.cwd === '.' ? '' : ` in ${observable.cwd}`;
  talk(io, [
    `spike: ${open.spike} is open, attempt ${open.attempt}: ${renderSpan(open.deadline - open.ts)}, until ${renderInstant(open.deadline)}`,
    `spike: ${count(open.budget, 'identical failure')} ${open.budget === 1 ? 'ends' : 'end'} it; the paths are ${open.paths.join(', ')}`,
    `spike: it holds when ${renderCommand(observable.argv)}${folder} exits ${observable.exit}`,
    `spike: it will merge into ${open.target}, and is measured from ${open.base.slice(0, 12)}`,
    `spike: next: ${tryIt}`,
  ]);
  return EXIT_PASS;
}
