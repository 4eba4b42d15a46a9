/**
 * Pure: what EVIDENCE.md says. Its facts come from the ledger and the seal alone, so that anyone can write them again, byte for
 * byte. Their wording is therefore a format, here and in what is imported from `report/`: bundles sealed with other words fail.
 */

import { SpikeError } from '../core/error.ts';
import { saysNothing } from '../core/paragraph.ts';
import type { SealRecord } from '../core/record.ts';
import { type Attempt, type FailureGroup, repeated } from '../core/replay.ts';
import { count } from '../core/span.ts';
import { parseHypothesis } from '../hypothesis/parse.ts';
import { clip, listSome, oneLine } from '../report/clip.ts';
import { code } from '../report/code.ts';
import { renderClock, renderEnding, renderTally } from '../report/ending.ts';
import { escapeMarkdown } from '../report/escape.ts';
import { renderInstant, renderMinutes } from '../report/instant.ts';
import { codeCommand, renderObservable, renderObserved } from '../report/observed.ts';
import { FACTS_BEGIN, FACTS_END, isMarkerLike, MAX_EVIDENCE_BYTES, REASON, TITLE } from './markers.ts';

/** A seal as it is known before the evidence that it names is written. */
export type SealDraft = Omit<SealRecord, 'evidence' | 'self' | 'v' | 'seq' | 'prev'>;

export interface EvidenceSource {
  /** The attempts before, oldest first. */
  readonly earlier: readonly Attempt[];
  readonly last: Attempt;
  /** The seal of `last`, or the draft of the one it is about to get. */
  readonly seal: SealDraft;
}

const MAX_TEXT = 2000;
const MAX_PATH = 200;
const MAX_FAILURES = 20;
const MAX_PATHS = 40;
const MAX_ATTEMPTS = 50;

/** The facts, without a final line break. Throws what `parseHypothesis` throws where the ledger was opened with no hypothesis. */
export function renderFacts({ earlier, last, seal }: EvidenceSource): string {
  return [
    hypothesisLine(last),
    `- **Clock**: ${renderClock(last)} from ${renderInstant(last.open.ts)}; ${renderEnding(last, seal, seal.ts)}`,
    `- **Runs**: ${renderTally(last)}`,
    ...failureLines(last),
    `- **Observable**: ${renderObservable(last)}; ${renderObserved(last, seal.tree)}`,
    ...diffLines(last, seal),
    ...attemptLines(earlier, last),
    `- **Decision**: ${seal.decision}, of commit ${code(seal.commit)}, tree ${code(seal.tree)}, patch ${code(seal.patch)}`,
  ].join('\n');
}

/** The whole file. Throws `usage` where the paragraph holds a marker, which would leave open where the facts end, or is too long. */
export function renderEvidence(facts: string, paragraph: string): string {
  const reason = paragraph.replace(/\r\n?/g, '\n').trim();
  if (reason.split('\n').some(isMarkerLike)) {
    throw new SpikeError('usage', 'expected a paragraph without the markers of the facts, found one', {
      hint: 'write the paragraph in words of its own',
    });
  }
  if (saysNothing(reason)) {
    throw new SpikeError('reason-missing', 'expected a paragraph that gives the reason, found one that says nothing', {
      hint: 'write why, in words that a reader sees',
    });
  }
  const text = `${[TITLE, '', FACTS_BEGIN, facts, FACTS_END, '', REASON, '', reason].join('\n')}\n`;
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_EVIDENCE_BYTES) {
    throw new SpikeError('usage', `expected evidence of at most ${MAX_EVIDENCE_BYTES} bytes, found ${bytes}`, {
      hint: 'write a shorter paragraph',
    });
  }
  return text;
}

function hypothesisLine({ open }: Attempt): string {
  const { title, statement } = parseHypothesis(Buffer.from(open.hypothesis), 'HYPOTHESIS.md');
  const said = clip(oneLine(statement), MAX_TEXT, escapeMarkdown);
  return `- **Hypothesis**: ${title === undefined ? '' : `*${clip(oneLine(title), MAX_TEXT, escapeMarkdown)}*: `}${said}`;
}

function failureLines(last: Attempt): readonly string[] {
  const groups = repeated(last);
  if (groups.length === 0) return ['- **Fingerprint**: none failed more than once'];
  const shown = listSome(groups, MAX_FAILURES, (group) => failureLine(last, group));
  return shown.map((line) => `- **Fingerprint**: ${line}`);
}

function failureLine({ open }: Attempt, { fp, argv, cwd, exit, count: times, first, last }: FailureGroup): string {
  const folder = clip(cwd, MAX_PATH, code);
  return [
    `${code(fp)}, ${codeCommand(argv)} in ${folder}, exit ${exit}`,
    `  - **Count**: ${times} of a budget of ${open.budget}, ${renderMinutes(open, first, last)}`,
  ].join('\n');
}

function diffLines({ open }: Attempt, { files, outside }: SealDraft): readonly string[] {
  const declared = listSome(open.paths, MAX_PATHS, (path) => clip(path, MAX_PATH, code)).join(', ');
  const inside = files - outside.length;
  const line = `- **Diff**: ${count(files, 'changed file')}, ${inside} inside the declared paths (${declared}), ${outside.length} outside`;
  return [
    line,
    ...listSome(outside, MAX_PATHS, (path) => clip(path, MAX_PATH, code)).map((path) => `  - outside: ${path}`),
  ];
}

function attemptLines(earlier: readonly Attempt[], last: Attempt): readonly string[] {
  const { attempt, spike, branch, target, reason } = last.open;
  const why = reason === undefined ? '' : `, because: ${clip(oneLine(reason), MAX_TEXT, escapeMarkdown)}`;
  const line = `- **Attempt**: ${attempt} of ${code(spike)}, on branch ${clip(branch, MAX_PATH, code)} into ${clip(target, MAX_PATH, code)}${why}`;
  const before = listSome(earlier, MAX_ATTEMPTS, (one) => earlierLine(one, last));
  return [line, ...before.map((text) => `  - ${text}`)];
}

function earlierLine(one: Attempt, last: Attempt): string {
  return `attempt ${one.open.attempt}: ${renderEnding(one, one.seal, last.open.ts)}; ${renderTally(one)}`;
}
