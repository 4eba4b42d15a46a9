/** Pure: errors, verdicts and verifications as a terminal shows them. Where there is none, one line for each thing said, so that they can be searched. */

import type { Place, SpikeError } from '../core/error.ts';
import { count } from '../core/span.ts';
import type { Gate, Verdict } from '../core/verdict.ts';
import { clip, listSome } from './clip.ts';
import { escapeTerminal } from './escape.ts';
import { type Purpose, paint, type Style } from './paint.ts';
import type { Verification } from './verification.ts';
import { hang } from './wrap.ts';

const MAX_TEXT = 2000;
const MAX_OF_A_RULE = 20;

const GATE_WORDS: Readonly<Record<Gate, string>> = {
  run: 'may run',
  commit: 'may commit',
  move: 'may move',
  push: 'may push',
  'pull-request': 'may merge',
  evidence: 'evidence may merge',
  carrier: 'may be carried on',
};

/** `spike: error: …`, then `spike: hint: …` where there is one. */
export function renderError({ message, hint, place }: SpikeError, style: Style): string {
  const line = errorLine(`${place === undefined ? '' : renderPlace(place)}${shown(message)}`, style);
  return hint === undefined ? line : `${line}${hintLine(hint, style)}`;
}

/** `spike: note: …`. */
export function renderNote(text: string, style: Style): string {
  return labelled('note', 'caution', { text: shown(text), style });
}

/** `spike: hint: …`, beside what was refused. */
export function renderHint(text: string, style: Style): string {
  return hintLine(text, style);
}

/** What a gate decided: each finding with its hint, or that it passed; then the notices. */
export function renderVerdict(verdict: Verdict, style: Style): string {
  const { findings, held, slug, notices } = verdict;
  const rules = held.length === 1 ? 'its rule holds' : `all ${count(held.length, 'rule')} hold`;
  const passed = labelled('pass', 'good', { text: `${slug} ${GATE_WORDS[verdict.gate]}: ${rules}`, style });
  const said = notices.map((notice) => renderNote(notice, style));
  return [verdict.passed ? passed : renderFindings(findings, style), ...said].join('');
}

/** What `spike verify` found. */
export function renderVerification(verification: Verification, style: Style): string {
  if (verification.kind === 'broken') return renderFindings(verification.findings, style);
  const { assurance, subject, slug, attempt, records, decision } = verification;
  const state = decision === undefined ? 'not sealed yet' : `sealed (${decision})`;
  return `${paint('intact', 'good', style)}, ${assurance}: ${subject} of ${slug}, attempt ${attempt}, ${count(records, 'record')}, ${state}\n`;
}

interface Told {
  readonly rule?: string;
  readonly message: string;
  readonly hint: string;
  readonly file?: string;
  readonly line?: number;
}

/** Findings of one rule that one hint mends share it. */
function renderFindings(findings: readonly Told[], style: Style): string {
  const groups = new Map<string, Told[]>();
  for (const finding of findings) {
    const key = `${finding.rule ?? ''}\n${finding.hint}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].map((group) => renderGroup(group, style)).join('');
}

function renderGroup(group: readonly Told[], style: Style): string {
  const lines = listSome(group, MAX_OF_A_RULE, ({ rule, message, file, line }) => {
    const place =
      file === undefined || (line === undefined && message.includes(file)) ? undefined : placeOf(file, line);
    return `${place === undefined ? '' : renderPlace(place)}${rule === undefined ? '' : `${rule}: `}${shown(message)}`;
  });
  const hint = group[0]?.hint;
  return [...lines.map((line) => errorLine(line, style)), hint === undefined ? '' : hintLine(hint, style)].join('');
}

function errorLine(text: string, style: Style): string {
  return labelled('error', 'bad', { text, style });
}

function hintLine(hint: string, style: Style): string {
  return labelled('hint', 'hint', { text: shown(hint), style });
}

function labelled(
  kind: 'error' | 'hint' | 'note' | 'pass',
  purpose: Purpose,
  { text, style }: { text: string; style: Style },
): string {
  const label = `spike: ${kind}:`;
  return `${paint(label, purpose, style)} ${hang(`${label} `, text, style.width)}\n`;
}

/** `HYPOTHESIS.md:3: `, or `line 3: ` where the file has no name. */
function renderPlace({ file, line, column }: Place): string {
  const at = [line, column].filter((number) => number !== undefined);
  if (file === undefined) return at.length === 0 ? '' : `line ${at.join(', column ')}: `;
  return `${[shown(file), ...at].join(':')}: `;
}

function placeOf(file: string, line: number | undefined): Place {
  return line === undefined ? { file } : { file, line };
}

function shown(text: string): string {
  return clip(text, MAX_TEXT, escapeTerminal);
}
