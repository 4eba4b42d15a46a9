/** Pure: where a spike stands, for the person at work on it. */

import { renderCommand } from '../core/command-line.ts';
import { type Attempt, type End, endOf, type FailureGroup } from '../core/replay.ts';
import { EVIDENCE_BRANCH_PREFIX } from '../core/slug.ts';
import { count, renderSpan } from '../core/span.ts';
import { listSome } from './clip.ts';
import { renderClock, renderTally } from './ending.ts';
import { escapeTerminal } from './escape.ts';
import { minuteOf, renderInstant } from './instant.ts';
import { type Purpose, paint, type Style } from './paint.ts';
import { renderTimeline } from './timeline.ts';

export interface StatusView {
  readonly attempt: Attempt;
  /** Unix seconds by the ledger's clock. */
  readonly now: number;
}

const WIDTH = 80;
const LABEL = 12;
const CELLS = 64;
const MAX_FAILURES = 10;
const TREE_DIGITS = 12;
const TEN_MINUTES = 600;

export interface StatusPage extends StatusView {
  /** Commands that publish a branch from here. */
  readonly push: (branch: string) => readonly string[];
}

/** At most 80 columns: what does not fit is cut and marked. */
export function renderStatus(view: StatusPage, style: Style): string {
  const { attempt, now } = view;
  const { open } = attempt;
  const indent = ' '.repeat(2);
  return [
    cut(`spike ${open.spike}, attempt ${open.attempt}: ${renderState(attempt, now)}`, WIDTH, (text) =>
      paint(text, 'strong', style),
    ),
    '',
    ...renderTimeline(attempt, { cells: CELLS, now }).map((line) => cut(`${indent}${line}`, WIDTH)),
    '',
    row('clock', `${renderClock(attempt)} from ${renderInstant(open.ts)} to ${renderInstant(open.deadline)}`),
    row('runs', renderTally(attempt)),
    ...renderAlive(attempt),
    ...renderRefused(attempt),
    ...renderFailures(attempt, style),
    ...renderObservable(attempt, style),
    ...(open.reason === undefined ? [] : [row('because', escapeTerminal(open.reason))]),
    ...renderNext(view).map((command, index) => row(index === 0 ? 'next' : '', escapeTerminal(command))),
    '',
  ].join('\n');
}

/** `spike users-email 62m left 2/3`, for a prompt. */
export function renderStatusShort({ attempt, now }: StatusView): string {
  const { open } = attempt;
  if (attempt.seal !== undefined) return `spike ${open.spike} ${decided(attempt)}`;
  const end = endOf(attempt, now);
  const worst = attempt.failures[0]?.count ?? 0;
  return end === undefined
    ? `spike ${open.spike} ${renderLeft(open.deadline - now)} left ${worst}/${open.budget}`
    : `spike ${open.spike} ${renderEnd(attempt, end)}`;
}

function renderState(attempt: Attempt, now: number): string {
  const { open, seal } = attempt;
  const end = endOf(attempt, now);
  if (end === undefined) return `open, ${renderSpan(open.deadline - now)} left`;
  const stopped = `${renderEnd(attempt, end)} at minute ${minuteOf(open, end.ts)}`;
  return seal === undefined || end.why === 'sealed'
    ? stopped
    : `${stopped}, ${decided(attempt)} at minute ${minuteOf(open, seal.ts)}`;
}

function renderEnd(attempt: Attempt, { why }: End): string {
  if (why === 'sealed') return decided(attempt);
  return why === 'budget' ? 'budget spent' : 'clock expired';
}

function decided({ seal }: Attempt): string {
  return seal?.decision === 'kill' ? 'killed' : 'shipped';
}

/** `62m`, and `40s` in the last two minutes. */
function renderLeft(seconds: number): string {
  return seconds < 120 ? `${Math.max(0, seconds)}s` : `${Math.floor(seconds / 60)}m`;
}

function renderAlive({ alive }: Attempt): readonly string[] {
  return alive.map(({ pid, argv }) => row('running', `process ${pid}: ${escapeTerminal(renderCommand(argv))}`));
}

function renderRefused({ refused }: Attempt): readonly string[] {
  const words = [
    [refused['clock-expired'], 'after the deadline'],
    [refused['budget-exhausted'], 'after the budget was spent'],
    [refused.loop, 'to end a loop'],
  ] as const;
  const parts = words.flatMap(([times, when]) => (times === 0 ? [] : [`${times} ${when}`]));
  return [row('refused', parts.length === 0 ? 'nothing' : parts.join(', '))];
}

function renderFailures({ failures, open }: Attempt, style: Style): readonly string[] {
  if (failures.length === 0) return [row('failures', 'none')];
  const lines = listSome(failures, MAX_FAILURES, (group) => failureText(group, open.budget));
  return lines.map((line, index) =>
    row(index === 0 ? 'failures' : '', line, (text) => paint(text, urgencyOf(failures[index], open.budget), style)),
  );
}

/** Commands that begin alike often differ at their end, or in their folder alone. */
function failureText({ count: times, exit, argv, fp, cwd, at = cwd }: FailureGroup, budget: number): string {
  const counted = `${times}/${budget}  exit ${exit}  ${fp}  `;
  const folder = at === '.' ? '' : ` in ${escapeTerminal(at)}`;
  return `${counted}${cutMiddle(`${escapeTerminal(renderCommand(argv))}${folder}`, WIDTH - LABEL - 2 - counted.length)}`;
}

/** One more like this ends the spike, or this one has. */
function urgencyOf(group: FailureGroup | undefined, budget: number): Purpose {
  if (group === undefined || group.count < budget - 1 || group.count < 2) return 'plain';
  return group.count >= budget ? 'bad' : 'caution';
}

function renderObservable(attempt: Attempt, style: Style): readonly string[] {
  const { open, held, observableFailed } = attempt;
  const { argv, cwd, exit } = open.observable;
  const folder = cwd === '.' ? '' : ` in ${escapeTerminal(cwd)}`;
  const last = held.at(-1);
  const tried = observableFailed === 0 ? 'not run yet' : `not yet: ${count(observableFailed, 'run')} ended otherwise`;
  const where =
    last?.tree === undefined
      ? 'on no one tree: files changed while it ran'
      : `on tree ${last.tree.slice(0, TREE_DIGITS)}`;
  return [
    row('observable', `${escapeTerminal(renderCommand(argv))}${folder} exits ${exit}`),
    last === undefined
      ? row('', tried)
      : row('', `held at minute ${minuteOf(open, last.ts)} ${where}`, (text) => paint(text, 'good', style)),
  ];
}

/** One a line. */
function renderNext({ attempt, now, push }: StatusPage): readonly string[] {
  const { open, seal, held, spent } = attempt;
  if (seal?.decision === 'ship') return [...push(open.branch), 'spike start --again -m "why" opens a review round'];
  if (seal !== undefined) return push(`${EVIDENCE_BRANCH_PREFIX}${open.spike}`);
  if (spent !== undefined) return ['spike kill -m "what was learnt"'];
  if (held.some((one) => one.tree !== undefined)) return ['spike ship -m "why"'];
  if (endOf(attempt, now) !== undefined) return ['spike kill -m "what was learnt"'];
  return open.deadline - now <= TEN_MINUTES
    ? ['spike-run the observable, or spike kill -m "what was learnt"']
    : ['spike-run <command>'];
}

function row(label: string, text: string, dress: (text: string) => string = (same) => same): string {
  return `  ${label.padEnd(LABEL)}${cut(text, WIDTH - LABEL - 2, dress)}`;
}

function cut(text: string, width: number, dress: (text: string) => string = (same) => same): string {
  return dress(text.length <= width ? text : `${text.slice(0, width - 1).replace(/[\ud800-\udbff]$/, '')}…`);
}

/** Its beginning and its end: what is between them is left out and marked. */
function cutMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const end = Math.floor((width - 1) / 2);
  const beginning = text.slice(0, width - 1 - end).replace(/[\ud800-\udbff]$/, '');
  return `${beginning}…${text.slice(-end).replace(/^[\udc00-\udfff]/, '')}`;
}
