/** Tries one way in a copy, and looks what came of it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Desk } from './desk.ts';
import type { Row } from './ways.ts';

export type Outcome = 'refused' | 'allowed' | 'hole';

export interface Tried {
  readonly outcome: Outcome;
  /** What is odd about a refusal: nothing was said, or something stays changed that no command of the message puts back. */
  readonly faults: readonly string[];
}

export function tryWay({ way, argv }: Row, desk: Desk): Tried {
  way.prepare?.(desk);
  const before = stateOf(desk);
  const { status, stderr } = desk.git(...argv);
  const moved = refsOf(desk, way.remote === true) !== before.refs[way.remote === true ? 'remote' : 'local'];
  if (moved) return { outcome: way.intended === true ? 'allowed' : 'hole', faults: [] };
  if (status === 0) return { outcome: 'refused', faults: [`git succeeded and moved nothing: ${argv.join(' ')}`] };
  return { outcome: 'refused', faults: [...silence(stderr), ...leftovers(before, stderr, desk)] };
}

interface State {
  readonly refs: { readonly local: string; readonly remote: string };
  readonly head: string;
  readonly index: string;
  readonly changes: string;
  readonly answer: string;
}

function stateOf(desk: Desk): State {
  return {
    refs: { local: refsOf(desk, false), remote: refsOf(desk, true) },
    head: desk.quietly('rev-parse', '--symbolic-full-name', 'HEAD'),
    index: desk.quietly('ls-files', '--stage'),
    changes: desk.quietly('status', '--porcelain=v1'),
    answer: readFileSync(join(desk.top, 'app/answer'), 'utf8'),
  };
}

/** Only the spike's branch, here; everything, there. */
function refsOf(desk: Desk, remote: boolean): string {
  if (remote) return desk.quietly('ls-remote', desk.origin);
  return desk.quietly('for-each-ref', '--format=%(objectname) %(symref)', 'refs/heads/spike/answer');
}

function silence(stderr: string): readonly string[] {
  const said: readonly string[] = stderr.match(/spike: error: .*/g) ?? [];
  if (said.length === 0) return [`nothing was said: ${stderr}`];
  const twice = said.filter((line, index) => said.indexOf(line) !== index);
  return twice.map((line) => `said twice: ${line}`);
}

const RESTORE = /^spike: hint: (git .+) puts back what git has changed meanwhile$/m;

/** Types the command of the message where something is left, as a person would. */
function leftovers(before: State, stderr: string, desk: Desk): readonly string[] {
  const unlike = (): readonly string[] =>
    (['head', 'index', 'changes', 'answer'] as const).filter((part) => stateOf(desk)[part] !== before[part]);
  const changed = unlike();
  const command = RESTORE.exec(stderr)?.[1];
  if (command === undefined) return changed.map((part) => `${part} stays changed, and no command is named`);
  for (const words of command.split(' && ')) {
    const { status, stderr: said } = desk.git(...words.split(' ').slice(1));
    if (status !== 0) return [`${words} ended with ${status}: ${said}`];
  }
  return unlike().map((part) => `${part} stays changed after ${command}`);
}
