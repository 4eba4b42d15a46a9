/** Pure: verdict, status and verification for programs (SPEC.md, "JSON"). A change that breaks a reader gets a new version. */

import { type Attempt, endOf, type FailureGroup } from '../core/replay.ts';
import type { Verdict } from '../core/verdict.ts';
import type { StatusView } from './status.ts';
import type { Verification } from './verification.ts';

const VERSION = 1;

export function renderVerdictJson(verdict: Verdict): string {
  return renderJson(verdictOf(verdict));
}

/** Of a pull request: one verdict a spike, none where no spike is concerned. */
export function renderJudgementJson(passed: boolean, verdicts: readonly Verdict[]): string {
  return renderJson({ passed, verdicts: verdicts.map(verdictOf) });
}

export function renderStatusJson({ attempt, now }: StatusView): string {
  const { open, seal } = attempt;
  const end = endOf(attempt, now);
  return renderJson({
    slug: open.spike,
    attempt: open.attempt,
    branch: open.branch,
    target: open.target,
    state: stateOf(attempt, end?.why),
    started: open.ts,
    deadline: open.deadline,
    now,
    secondsLeft: end === undefined ? open.deadline - now : 0,
    ended: end === undefined ? null : { why: end.why, at: end.ts },
    budget: open.budget,
    runs: {
      total: attempt.runs,
      passed: attempt.passed,
      failed: attempt.failed,
      interrupted: attempt.interrupted,
      abandoned: attempt.abandoned,
      alive: attempt.alive.length,
    },
    refused: attempt.refused,
    failures: attempt.failures.map(failureOf),
    observable: {
      ...open.observable,
      failed: attempt.observableFailed,
      held: attempt.held.map(({ ts, tree }) => ({ at: ts, tree: tree ?? null })),
    },
    seal:
      seal === undefined
        ? null
        : { decision: seal.decision, at: seal.ts, commit: seal.commit, tree: seal.tree, patch: seal.patch },
  });
}

export function renderVerificationJson(verification: Verification): string {
  if (verification.kind === 'broken') {
    const findings = verification.findings.map(({ message, hint, file, line }) => ({ message, hint, file, line }));
    return renderJson({ intact: false, findings });
  }
  const { subject, assurance, slug, attempt, records, head, decision } = verification;
  return renderJson({ intact: true, subject, assurance, slug, attempt, records, head, decision: decision ?? null });
}

function verdictOf({ gate, slug, passed, findings, held, notices }: Verdict): object {
  return {
    gate,
    slug,
    passed,
    findings: findings.map(({ rule, message, hint, file, line }) => ({ rule, message, hint, file, line })),
    held,
    notices,
  };
}

function failureOf({ fp, cwd, argv, exit, count, first, last }: FailureGroup): object {
  return { fingerprint: fp, cwd, argv, exit, count, first, last };
}

function stateOf({ seal }: Attempt, why: 'sealed' | 'budget' | 'clock' | undefined): string {
  if (seal !== undefined) return seal.decision === 'ship' ? 'shipped' : 'killed';
  return why === undefined ? 'open' : 'stopped';
}

/** ASCII, so that no terminal obeys it and nothing in it is invisible; `##[` is what a runner's log obeys. */
export function renderJson(value: object): string {
  const text = JSON.stringify({ version: VERSION, ...value }, undefined, 2);
  const ascii = text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${ascii.replaceAll('##[', '\\u0023#[')}\n`;
}
