/** Pure: what the check tells the runner. */

import { SpikeError } from '../core/error.ts';
import type { Finding } from '../core/finding.ts';
import type { Decision } from '../core/record.ts';
import { count } from '../core/span.ts';
import type { CommentResult } from '../github/comment.ts';
import { type Annotation, renderAnnotations } from '../report/annotations.ts';
import { oneLine } from '../report/clip.ts';
import { outcomeOf } from '../report/view.ts';
import { renderFindingsOutput } from './github-findings.ts';
import { describeGroup, isMergeGroup } from './github-group.ts';
import type { JudgedPull } from './github-judge.ts';
import { renderRefusal } from './github-refusal.ts';
import { renderJobSummary } from './github-summary.ts';
import { hasFailed, viewsOf } from './github-view.ts';

export interface CheckReport {
  readonly verdict: 'passed' | 'failed' | 'not-a-spike';
  /** Of the event's pull request, or of the last one of its merge group; empty while it is not sealed. */
  readonly decision: Decision | '';
  /** JSON, see `action.yml`. */
  readonly findings: string;
  readonly commentUrl: string;
  /** Markdown. */
  readonly summary: string;
  /** Each thing said beside the diff, and each line of the log: untrusted text, still to be escaped for the runner. */
  readonly errors: readonly Annotation[];
  readonly notices: readonly Annotation[];
  readonly log: readonly string[];
}

/** The event's pull request comes first, or that of its merge group. The worst verdict counts. */
export function reportOf(judged: readonly JudgedPull[], comment: CommentResult | undefined): CheckReport {
  const findings = judged.flatMap(findingsOf);
  return {
    verdict: verdictOf(judged),
    decision: judged.slice(0, 1).flatMap(decisionsOf).at(0) ?? '',
    findings: renderFindingsOutput(judged),
    commentUrl: urlOf(comment),
    summary: renderJobSummary(judged),
    errors: [...judged.flatMap(refusalsOf), ...renderAnnotations(findings)],
    notices: [...noSpike(judged), ...troubleWith(comment, judged.slice(0, 1).flatMap(viewsOf).length > 0)],
    log: [...renderGroup(judged), ...judged.flatMap(renderLines)],
  };
}

/** Nothing could be judged. Never throws. */
export function failureReport(error: SpikeError, comment: CommentResult | undefined): CheckReport {
  return {
    verdict: 'failed',
    decision: '',
    findings: '[]',
    commentUrl: urlOf(comment),
    summary: renderRefusal(error),
    errors: [annotate(error)],
    notices: [...troubleWith(comment, false)],
    log: [],
  };
}

/** The error as it is, or a fault of our own as one. */
export function asSpikeError(cause: unknown): SpikeError {
  if (cause instanceof SpikeError) return cause;
  const found = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return new SpikeError(
    'unreadable',
    `expected to judge the pull request, found a fault of spike-gate itself: ${found}`,
    {
      hint: 'run the job again; if it fails again, report it with this text',
      cause,
    },
  );
}

function urlOf(comment: CommentResult | undefined): string {
  return comment !== undefined && 'url' in comment ? (comment.url ?? '') : '';
}

function verdictOf(judged: readonly JudgedPull[]): CheckReport['verdict'] {
  if (judged.length === 0 || judged.some(hasFailed)) return 'failed';
  return judged.every((one) => viewsOf(one).length === 0) ? 'not-a-spike' : 'passed';
}

function decisionsOf(judged: JudgedPull): readonly Decision[] {
  return viewsOf(judged).flatMap(({ facts }) => {
    const outcome = outcomeOf(facts);
    return outcome.kind === 'sealed' ? [outcome.seal.decision] : [];
  });
}

/** Beside the diff of one pull request the others have to be named; beside that of a merge group, each. */
function findingsOf(judged: JudgedPull): readonly Finding[] {
  const prefix = judged.role === 'proposed' ? '' : `pull request ${judged.pull.number}: `;
  return viewsOf(judged).flatMap(({ verdict }) =>
    verdict.findings.map((finding) => ({ ...finding, message: `${prefix}${finding.message}` })),
  );
}

function refusalsOf(judged: JudgedPull): readonly Annotation[] {
  return judged.kind === 'refused' ? [annotate(judged.error, judged.pull.number)] : [];
}

function annotate({ message, hint, place }: SpikeError, number?: number): Annotation {
  const about = number === undefined ? '' : `pull request ${number}: `;
  const at = place?.line === undefined ? '' : ` (${place.file ?? ''}:${place.line}:${place.column ?? 1})`;
  return {
    title: 'spike-gate',
    message: `${about}${oneLine(message.slice(0, MAX_MESSAGE))}${at}${hint === undefined ? '' : `\nTo do: ${oneLine(hint.slice(0, MAX_MESSAGE))}`}`,
  };
}

const MAX_MESSAGE = 2000;

function noSpike(judged: readonly JudgedPull[]): readonly Annotation[] {
  if (verdictOf(judged) !== 'not-a-spike') return [];
  const subject = isMergeGroup(judged) ? 'merge group' : 'pull request';
  return [{ title: 'spike-gate', message: `no spike is concerned: this ${subject} passes` }];
}

/** The verdict stands whatever became of the comment. */
function troubleWith(comment: CommentResult | undefined, hasEvidence: boolean): readonly Annotation[] {
  switch (comment?.kind) {
    case undefined:
    case 'absent':
    case 'created':
    case 'updated':
    case 'unchanged':
      return [];
    case 'outdated':
      return [
        {
          title: 'spike-gate',
          message: 'the pull request has moved on: the comment is left to the run for its newer state',
        },
      ];
    case 'failed':
      return [
        {
          title: 'spike-gate',
          message: `${hasEvidence ? IN_SUMMARY : MAYBE_STALE}: ${comment.reason}${commentHint(comment.status)}`,
        },
      ];
  }
}

const IN_SUMMARY = 'the evidence is in the job summary alone';
const MAYBE_STALE = 'an evidence comment of an earlier run, if there is one, could not be brought up to date';

function commentHint(status: number | undefined): string {
  if (status !== 403) return '';
  return '\nTo do: grant the job `pull-requests: write`; a pull request from a fork has such a token on pull_request_target only';
}

/** Where no comment is kept, nobody should wait for one. */
function renderGroup(judged: readonly JudgedPull[]): readonly string[] {
  return isMergeGroup(judged) ? [`${describeGroup(judged)}: no comment is kept for it`] : [];
}

function renderLines(judged: JudgedPull): readonly string[] {
  const about = `pull request ${judged.pull.number}`;
  if (judged.kind === 'refused') return [`${about}: not judged`];
  const lines = judged.judgement.spikes.map(({ verdict: { slug, passed, findings, held } }) =>
    passed
      ? `${about}: spike ${slug} passes: ${count(held.length, 'rule')} held`
      : `${about}: spike ${slug} fails: ${count(findings.length, 'finding')}`,
  );
  return lines.length === 0 ? [`${about}: no spike`] : lines;
}
