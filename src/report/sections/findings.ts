/** Pure: the rules that fail, each with what was expected, what was found and what to do; all that hold in one folded line. */

import type { Finding, RuleId } from '../../core/finding.ts';
import { count } from '../../core/span.ts';
import { bound } from '../clip.ts';
import { code } from '../code.ts';
import { escapeMarkdown, escapeTerminal } from '../escape.ts';
import { renderHint } from '../hint.ts';
import { RULE_WORDS } from '../rule-words.ts';
import { type CommentView, outcomeOf } from '../view.ts';

const MAX_TEXT = 600;
const MAX_PATH = 300;

interface Bounds {
  /** Of one rule; the others are counted. */
  readonly most: number;
  /** Where those are, behind their number. */
  readonly rest: string;
}

export function renderFindings(view: CommentView, bounds: Bounds): string {
  const groups = failingRules(view.verdict);
  const outcome = outcomeOf(view.facts);
  if (isMerelyOpen(view)) return renderOpen(view);
  if (groups.length === 0) return '';
  const rules = groups.map((group) => renderRule(group, bounds));
  const all = count(groups.length + view.verdict.held.length, 'rule');
  const heading =
    outcome.kind === 'unreadable'
      ? 'These rules do not hold, and without the log no other says anything'
      : `${groups.length} of ${all} ${groups.length === 1 ? 'does' : 'do'} not hold`;
  return [`**${heading}**`, '', ...rules].join('\n');
}

/** Names alone, where the whole would not fit. */
export function renderFailingNames({ verdict }: CommentView, { rest }: Pick<Bounds, 'rest'>): string {
  const names = failingRules(verdict).map(
    ({ rule, findings }) => `- **${rule}**: ${count(findings.length, 'finding')}`,
  );
  return names.length === 0 ? '' : [`**These rules do not hold${rest}**`, '', ...names].join('\n');
}

/** Only of a sealed log: a rule that finds nothing where there is nothing to look at has not been seen to hold. */
export function renderHolding({ verdict: { held, findings }, facts }: CommentView): string {
  if (held.length === 0 || outcomeOf(facts).kind !== 'sealed') return '';
  const all =
    findings.length === 0 ? `All ${count(held.length, 'rule')} hold` : `${count(held.length, 'other rule')} hold`;
  const lines = held.map((rule) => `- **${rule}**: ${RULE_WORDS[rule]}`);
  return [`<details><summary>${all}</summary>`, '', ...lines, '', '</details>'].join('\n');
}

export function renderNotices({ verdict }: CommentView): string {
  return verdict.notices.map((notice) => `- Note: ${bound(notice, MAX_TEXT, escapeLine)}`).join('\n');
}

/** Whatever else is wrong is told as it is anywhere. */
function isMerelyOpen({ verdict, facts }: CommentView): boolean {
  const other = verdict.findings.some(({ rule }) => rule !== 'decision');
  return outcomeOf(facts).kind === 'open' && verdict.gate !== 'carrier' && !other;
}

/** What comes next, rather than a wall of what is not there yet. */
function renderOpen({ verdict }: CommentView): string {
  const other = verdict.gate === 'evidence' ? '' : ', or `spike kill -m "what was learnt"` if it is not to ship';
  const lines = verdict.findings.map(
    ({ hint }) => `**Next:** where the spike was started, ${bound(hint, MAX_TEXT, renderHint)}${other}; then push.`,
  );
  return lines.join('\n');
}

interface Failing {
  readonly rule: RuleId;
  /** At least one. */
  readonly findings: readonly Finding[];
}

/** Each rule that fails, once. */
export function failingRules({ findings }: CommentView['verdict']): readonly Failing[] {
  const groups = new Map<RuleId, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, [finding]);
    else group.push(finding);
  }
  return [...groups].map(([rule, found]) => ({ rule, findings: found }));
}

/** How many findings the rule with most of them has. */
export function mostOfARule({ verdict }: CommentView): number {
  return failingRules(verdict).reduce((most, { findings }) => Math.max(most, findings.length), 0);
}

function renderRule({ rule, findings }: Failing, { most, rest }: Bounds): string {
  const [first] = findings;
  if (first === undefined) return '';
  const oneHint = findings.every((finding) => finding.hint === first.hint);
  const toDo = (finding: Finding): string => `  - **To do:** ${bound(finding.hint, MAX_TEXT, renderHint)}`;
  if (findings.length === 1) return [`- ❌ **${rule}**: ${renderMessage(first)}`, toDo(first)].join('\n');
  const shown = findings.slice(0, most);
  const lines = shown.map((finding) =>
    oneHint ? renderMessage(finding) : `${renderMessage(finding)}\n  ${toDo(finding)}`,
  );
  if (findings.length > shown.length) lines.push(`and ${findings.length - shown.length} more${rest}`);
  return [
    `- ❌ **${rule}**: ${findings.length} findings`,
    ...lines.map((line) => `  - ${line}`),
    ...(oneHint ? [toDo(first)] : []),
  ].join('\n');
}

/** With its place, unless the message names it already: as code, since a path may be a sentence that only seems to be ours. */
function renderMessage({ message, file, line }: Finding): string {
  if (file === undefined) return said(message);
  const at = message.lastIndexOf(file);
  if (at === -1) return `${said(message)} (${line === undefined ? path(file) : path(`${file}:${line}`)})`;
  const named = `${said(message.slice(0, at))}${path(file)}${said(message.slice(at + file.length))}`;
  return line === undefined ? named : `${named} (${path(`${file}:${line}`)})`;
}

function path(text: string): string {
  return bound(text, MAX_PATH, code);
}

function said(text: string): string {
  return bound(text, MAX_TEXT, escapeLine);
}

/** A line break in a name is shown, rather than made one. */
function escapeLine(text: string): string {
  return escapeMarkdown(escapeTerminal(text));
}
