/** Pure: the rules that fail, each with what was expected, what was found and what to do; all that hold in one folded line. */

import type { Finding, RuleId } from '../../core/finding.ts';
import { count } from '../../core/span.ts';
import { clip, listSome } from '../clip.ts';
import { code } from '../code.ts';
import { escapeMarkdown, escapeTerminal } from '../escape.ts';
import { renderHint } from '../hint.ts';
import { RULE_WORDS } from '../rule-words.ts';
import { type CommentView, outcomeOf } from '../view.ts';

const MAX_TEXT = 600;
const MAX_OF_A_RULE = 10;

export function renderFindings(view: CommentView): string {
  const groups = groupByRule(view.verdict.findings);
  const outcome = outcomeOf(view.facts);
  if (outcome.kind === 'open' && view.verdict.gate !== 'carrier') return renderOpen(view);
  if (groups.length === 0) return '';
  const rules = groups.map(([rule, findings]) => renderRule(rule, findings));
  const all = count(groups.length + view.verdict.held.length, 'rule');
  const heading =
    outcome.kind === 'unreadable'
      ? 'These rules do not hold, and without the log no other says anything'
      : `${groups.length} of ${all} ${groups.length === 1 ? 'does' : 'do'} not hold`;
  return [`**${heading}**`, '', ...rules].join('\n');
}

/** Names alone, where the whole would not fit. */
export function renderFailingNames({ verdict }: CommentView): string {
  const names = groupByRule(verdict.findings).map(
    ([rule, findings]) => `- **${rule}**: ${count(findings.length, 'finding')}`,
  );
  return names.length === 0 ? '' : ['**These rules do not hold**', '', ...names].join('\n');
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
  return verdict.notices.map((notice) => `- Note: ${clip(notice, MAX_TEXT, escapeLine)}`).join('\n');
}

/** What comes next, rather than a wall of what is not there yet. */
function renderOpen({ verdict }: CommentView): string {
  const other = verdict.gate === 'evidence' ? '' : ', or `spike kill -m "what was learnt"` if it is not to ship';
  const lines = verdict.findings.map(
    ({ hint }) => `**Next:** where the spike was started, ${clip(hint, MAX_TEXT, renderHint)}${other}; then push.`,
  );
  return lines.join('\n');
}

function groupByRule(findings: readonly Finding[]): readonly (readonly [RuleId, readonly Finding[]])[] {
  const groups = new Map<RuleId, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, [finding]);
    else group.push(finding);
  }
  return [...groups];
}

function renderRule(rule: RuleId, findings: readonly Finding[]): string {
  const [first] = findings;
  if (first === undefined) return '';
  const oneHint = findings.every((finding) => finding.hint === first.hint);
  const toDo = (finding: Finding): string => `  - **To do:** ${clip(finding.hint, MAX_TEXT, renderHint)}`;
  if (findings.length === 1) return [`- ❌ **${rule}**: ${renderMessage(first)}`, toDo(first)].join('\n');
  const lines = listSome(findings, MAX_OF_A_RULE, (finding) =>
    oneHint ? renderMessage(finding) : `${renderMessage(finding)}\n  ${toDo(finding)}`,
  );
  return [
    `- ❌ **${rule}**: ${findings.length} findings`,
    ...lines.map((line) => `  - ${line}`),
    ...(oneHint ? [toDo(first)] : []),
  ].join('\n');
}

/** With its place, unless the message names it already. */
function renderMessage({ message, file, line }: Finding): string {
  const said = clip(message, MAX_TEXT, escapeLine);
  if (file === undefined || (line === undefined && message.includes(file))) return said;
  return `${said} (${clip(line === undefined ? file : `${file}:${line}`, MAX_TEXT, code)})`;
}

/** A line break in a name is shown, rather than made one. */
function escapeLine(text: string): string {
  return escapeMarkdown(escapeTerminal(text));
}
