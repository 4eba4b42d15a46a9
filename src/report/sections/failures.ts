/** Pure: the failures that came back, with how often, and what changed between the first time and the last. */

import { type Between, changedBetween } from '../../core/between.ts';
import { type Attempt, type FailureGroup, repeated } from '../../core/replay.ts';
import { count } from '../../core/span.ts';
import { bound } from '../clip.ts';
import { code } from '../code.ts';
import { renderMinutes } from '../instant.ts';
import { codeCommand } from '../observed.ts';
import { type CommentView, lastOf } from '../view.ts';

const MAX_FAILURES = 5;
const MAX_PATH = 300;

export function renderFailures(view: CommentView): string {
  const last = lastOf(view.facts);
  if (last === undefined) return '';
  const groups = repeated(last);
  if (groups.length === 0) return '**Repeated failures:** none';
  const told = groups.slice(0, MAX_FAILURES).map((group) => ({ group, between: betweenOf(group, last, view) }));
  const manyFolders = new Set(groups.map((group) => group.cwd)).size > 1;
  const lines = told.map(({ group, between }) => {
    const folder = manyFolders ? ` in ${bound(group.cwd, MAX_PATH, code)}` : '';
    return `${renderFailure(group, last, folder)}; in between, ${renderBetween(between)}`;
  });
  const rest = groups.slice(MAX_FAILURES);
  const times = rest.reduce((sum, group) => sum + group.count, 0);
  if (rest.length > 0) lines.push(`and ${count(rest.length, 'more fingerprint')}, which failed ${times} times in all`);
  const heading = renderHeading(told.map(({ between }) => between));
  return [heading, '', ...lines.map((line) => `- ${line}`)].join('\n');
}

/** Evidence of a kill comes without the commits of the spike: what is not here was not none. */
function betweenOf(group: FailureGroup, last: Attempt, { verdict, facts }: CommentView): Between {
  return changedBetween(group, last, verdict.gate === 'evidence' ? undefined : facts.trailers);
}

/** The plain word for a loop, as far as it is known: nobody sees what an editor did. */
function renderHeading(told: readonly Between[]): string {
  const idle = told.filter(({ others }) => others?.runs === 0);
  const still = idle.filter(({ commits }) => commits.known === 'all' && commits.number === 0);
  if (still.length > 0) return heading(still.length, 'nothing committed and no other command run in between');
  if (idle.length > 0) return heading(idle.length, 'no other command run in between');
  return '**Repeated failures**';
}

function heading(number: number, how: string): string {
  return `**Repeated failures: ${number === 1 ? 'one' : number} came back with ${how}**`;
}

function renderFailure(
  { argv, exit, fp, count: times, first, last }: FailureGroup,
  { open }: Attempt,
  folder: string,
): string {
  return `${times} of ${open.budget}: ${codeCommand(argv)}${folder}, exit ${exit}, ${renderMinutes(open, first, last)}, fingerprint ${code(fp)}`;
}

function renderBetween({ commits, others }: Between): string {
  const nothing = commits.known === 'all' && commits.number === 0;
  if (nothing && others?.runs === 0) return 'nothing was committed and no other command ran';
  const parts = [...renderCommits(commits), ...renderOthers(others)];
  return parts.length === 0 ? 'nothing is known' : parts.join(', ');
}

function renderCommits({ known, number }: Between['commits']): readonly string[] {
  if (known === 'none') return [];
  if (number > 0) return [count(number, 'commit')];
  return [known === 'all' ? 'nothing was committed' : 'no commit with a trailer'];
}

function renderOthers(others: Between['others']): readonly string[] {
  if (others === undefined) return [];
  if (others.runs === 0) return ['no other command ran'];
  return [`${count(others.runs, 'other run')} (${others.passed} passed)`];
}
