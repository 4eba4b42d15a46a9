/** Pure: the rules that fail, each with what was expected, what was found and what to do; all that hold in one folded line. */

import { renderCommand } from '../../core/command-line.ts';
import type { Finding, RuleId } from '../../core/finding.ts';
import { count } from '../../core/span.ts';
import { bound, listSome } from '../clip.ts';
import { code } from '../code.ts';
import { renderHint } from '../hint.ts';
import { RULE_WORDS } from '../rule-words.ts';
import { type CommentView, lastOf, outcomeOf } from '../view.ts';
import { renderWords } from '../words.ts';

const MAX_TEXT = 600;
const MAX_PATH = 300;
const MAX_NOTICES = 10;

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
  const commands = commandsOf(view);
  const rules = groups.map((group) => renderRule(group, { ...bounds, commands }));
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
  const notices = listSome(verdict.notices, MAX_NOTICES, (notice) =>
    bound(notice, MAX_TEXT, (text) => renderWords(text)),
  );
  return notices.map((notice) => `- **Note:** ${notice}`).join('\n');
}

/** Whatever else is wrong is told as it is anywhere. */
function isMerelyOpen({ verdict, facts }: CommentView): boolean {
  const other = verdict.findings.some(({ rule }) => rule !== 'decision');
  return outcomeOf(facts).kind === 'open' && verdict.gate !== 'carrier' && !other;
}

/** What comes next, rather than a wall of what is not there yet. */
function renderOpen({ verdict }: CommentView): string {
  const lines = verdict.findings.map(({ hint }) => {
    const other = hint.startsWith('spike ship') ? ', or `spike kill -m "what was learnt"` if it is not to ship' : '';
    return `**Next:** where the spike was started, ${bound(hint, MAX_TEXT, renderHint)}${other}; then push. The check fails until then.`;
  });
  return lines.join('\n');
}

interface Failing {
  readonly rule: RuleId;
  /** At least one. */
  readonly findings: readonly Finding[];
}

/** Each rule that fails, once. A wrong decision first: whatever else is wrong then is beside the point. */
export function failingRules({ findings }: CommentView['verdict']): readonly Failing[] {
  const groups = new Map<RuleId, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, [finding]);
    else group.push(finding);
  }
  const failing = [...groups].map(([rule, found]) => ({ rule, findings: found }));
  return failing.sort((one, other) => Number(other.rule === 'decision') - Number(one.rule === 'decision'));
}

/** How many findings the rule with most of them has. */
export function mostOfARule({ verdict }: CommentView): number {
  return failingRules(verdict).reduce((most, { findings }) => Math.max(most, findings.length), 0);
}

interface Telling extends Bounds {
  /** That messages may name. */
  readonly commands: readonly string[];
}

function renderRule({ rule, findings }: Failing, { most, rest, commands }: Telling): string {
  const [first] = findings;
  if (first === undefined) return '';
  const toDo = (finding: Finding): string => `**To do:** ${bound(finding.hint, MAX_TEXT, renderHint)}`;
  if (findings.length === 1) {
    return [`- ❌ **${rule}**: ${renderMessage(first, commands)}`, `  - ${toDo(first)}`].join('\n');
  }
  const oneHint = findings.every((finding) => finding.hint === first.hint);
  const shown = findings.slice(0, most);
  const lines = clustersOf(shown).flatMap((cluster) => {
    const told = renderCluster(cluster, commands);
    return oneHint ? told : [...told, ...cluster.slice(0, 1).map((finding) => `    - ${toDo(finding)}`)];
  });
  if (findings.length > shown.length) lines.push(`  - and ${findings.length - shown.length} more${rest}`);
  return [`- ❌ **${rule}**: ${findings.length} findings`, ...lines, ...(oneHint ? [`  - ${toDo(first)}`] : [])].join(
    '\n',
  );
}

/** Neighbours that say the same of one file after the other. */
function clustersOf(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const clusters: Finding[][] = [];
  for (const finding of findings) {
    const before = clusters.at(-1);
    const beginning = beginningOf(finding);
    if (
      before?.[0] !== undefined &&
      beginning !== undefined &&
      beginning === beginningOf(before[0]) &&
      finding.hint === before[0].hint
    )
      before.push(finding);
    else clusters.push([finding]);
  }
  return clusters;
}

/** What a message says before the file that it ends with. */
function beginningOf({ message, file, line }: Finding): string | undefined {
  if (file === undefined || line !== undefined || !message.endsWith(` ${file}`)) return undefined;
  return message.slice(0, -file.length - 1);
}

function renderCluster(cluster: readonly Finding[], commands: readonly string[]): readonly string[] {
  const [first, ...others] = cluster;
  if (first === undefined) return [];
  if (others.length === 0) return [`  - ${renderMessage(first, commands)}`];
  const files = cluster.map(({ file = '' }) => `    - ${path(file)}`);
  return [`  - ${said(beginningOf(first) ?? '', commands)}:`, ...files];
}

/** With its place, unless the message names it already: as code, since a path may be a sentence that only seems to be ours. */
function renderMessage({ message, file, line }: Finding, commands: readonly string[]): string {
  if (file === undefined) return said(message, commands);
  const place = path(line === undefined ? file : `${file}:${line}`);
  const at = message.lastIndexOf(file);
  if (at === -1) return `${said(message, commands)} (${place})`;
  const [before, after] = [message.slice(0, at), message.slice(at + file.length)];
  const named = `${said(before, commands)}${path(file)}${said(after, commands)}`;
  return line === undefined ? named : `${named} (${place})`;
}

function commandsOf({ facts }: CommentView): readonly string[] {
  const last = lastOf(facts);
  if (last === undefined) return [];
  const spent = last.failures.find(({ fp }) => fp === last.spent?.fp);
  return [last.open.observable.argv, ...(spent === undefined ? [] : [spent.argv])].map(renderCommand);
}

function path(text: string): string {
  return bound(text, MAX_PATH, code);
}

function said(text: string, commands: readonly string[]): string {
  return bound(text, MAX_TEXT, (shown) => renderWords(shown, commands));
}
