/** One verdict as JSON, Markdown, annotations and terminal text: whoever reads one of them has read all. */

import { describe, expect, test } from 'vitest';
import { renderAnnotations } from '../../src/report/annotations.ts';
import { renderSummary } from '../../src/report/comment.ts';
import { renderJudgementJson } from '../../src/report/json.ts';
import { renderVerdict } from '../../src/report/terminal.ts';
import type { CommentView } from '../../src/report/view.ts';
import { renderMarkdown } from '../support/markdown.ts';
import { FAILING } from './failing.ts';
import { carriedOn, facts, green, hostile, killed, manyRuns, noticed, view } from './spikes.ts';

const VIEWS: readonly (readonly [string, CommentView])[] = [
  ['a ship', view(green())],
  ['a kill', view(killed(), 'evidence')],
  ['one with notices', noticed()],
  ['one that is still open', view(facts())],
  ['one of 500 runs', view(manyRuns())],
  ['a hostile one', view(hostile())],
  ['a ship where a kill is due', view(green(), 'evidence')],
  ...carriedOn().map((one) => [`a carried one, ${one.verdict.slug}`, one] as const),
  ...Object.entries(FAILING).map(([rule, make]) => [`one that fails by ${rule}`, view(make())] as const),
];

describe.each(VIEWS)('%s', (_name, given) => {
  const { verdict } = given;
  const found = JSON.parse(renderJudgementJson(verdict.passed, [verdict])).verdicts[0];
  const markdown = renderSummary(given);
  const text = plainText(markdown);
  const terminal = renderVerdict(verdict, { colour: false });
  const annotations = renderAnnotations(verdict.findings);
  const isOpen = verdict.findings.length > 0 && !markdown.includes('❌');

  test('is one verdict', () => {
    expect(found.passed).toBe(verdict.passed);
    expect(/^### ✅/.test(markdown)).toBe(verdict.passed);
    expect(terminal.startsWith('spike: pass: ')).toBe(verdict.passed);
    expect(annotations.length === 0).toBe(verdict.passed);
  });

  test('fails by the same rules, as often', () => {
    const counts = countByRule(verdict.findings);

    expect(countByRule(found.findings)).toEqual(counts);
    expect(rulesInTerminal(terminal)).toEqual(counts);
    if (verdict.findings.length <= annotations.length) {
      expect(countByRule(annotations.map(({ title }) => ({ rule: title.replace('spike-gate: ', '') })))).toEqual(
        counts,
      );
    } else
      expect(annotations.at(-1)?.message).toBe(`and ${verdict.findings.length - 9} more findings: see the job summary`);
    // Of a spike that is still open the comment says what comes next instead.
    if (!isOpen) expect(rulesInMarkdown(markdown)).toEqual(counts);
  });

  test('leads to the same places', () => {
    expect(found.findings.map(({ file, line }: { file?: string; line?: number }) => [file, line])).toEqual(
      verdict.findings.map(({ file, line }) => [file, line]),
    );
    for (const { file, line } of verdict.findings) {
      if (file === undefined) continue;
      const place = line === undefined ? file : `${file}:${line}`;
      const shown = shownOf(place);

      expect(text).toContain(shown);
      expect(terminal).toContain(shown);
    }
    for (const [index, { file, line }] of annotations.slice(0, 9).entries()) {
      expect({ file, line }).toEqual({ file: verdict.findings[index]?.file, line: verdict.findings[index]?.line });
    }
  });

  test('says the same of what to do, and notes the same', () => {
    for (const { hint } of verdict.findings) {
      expect(text).toContain(shownOf(hint));
      expect(terminal).toContain(`spike: hint: ${shownOf(hint)}\n`);
    }
    for (const [index, { message }] of annotations.slice(0, 9).entries()) {
      expect(message).toContain(`\nTo do: ${shownOf(verdict.findings[index]?.hint ?? '').slice(0, 200)}`);
    }
    expect(found.notices).toEqual(verdict.notices);
    for (const notice of verdict.notices) {
      expect(text).toContain(`Note: ${shownOf(notice)}`);
      expect(terminal).toContain(`spike: note: ${shownOf(notice)}\n`);
    }
  });
});

test('every rule that a sealed spike can break has a place or names a commit', () => {
  for (const [rule, make] of Object.entries(FAILING)) {
    for (const { message, file } of view(make()).verdict.findings) {
      if (rule !== 'trailers') expect(file, message).toMatch(/./);
      else expect(message).toMatch(/^[0-9a-f]{12}: /);
    }
  }
});

test.each([
  ['clock', 'spikes/users-email/command_log.jsonl:16'],
  ['budget', 'spikes/users-email/command_log.jsonl:11'],
  ['hypothesis', 'spikes/users-email/HYPOTHESIS.md:10'],
  ['evidence', 'spikes/users-email/EVIDENCE.md'],
  ['observable', 'spikes/users-email/command_log.jsonl:6'],
  ['seal', 'spikes/users-email/command_log.jsonl:16'],
] as const)('%s points into the bundle', (rule, place) => {
  const finding = view(FAILING[rule]()).verdict.findings.find((one) => one.rule === rule);
  expect([finding?.file, ...(finding?.line === undefined ? [] : [finding.line])].join(':')).toBe(place);
});

function countByRule(findings: readonly { readonly rule: string }[]): Readonly<Record<string, number>> {
  return tally(findings.map(({ rule }) => rule));
}

/** `❌ **rule**: 3 findings`, or the only one. */
function rulesInMarkdown(markdown: string): Readonly<Record<string, number>> {
  return tally(
    [...markdown.matchAll(/^- ❌ \*\*([a-z-]+)\*\*: (?:(\d+) findings$)?/gm)].flatMap(([, rule = '', number = '1']) =>
      Array.from({ length: Number(number) }, () => rule),
    ),
  );
}

/** `spike: error: place: rule: message`. */
function rulesInTerminal(terminal: string): Readonly<Record<string, number>> {
  return tally([...terminal.matchAll(/^spike: error: (?:[^ ]+: )?([a-z-]+): /gm)].map(([, rule = '']) => rule));
}

function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** What cannot be seen is shown in the same way by all that people read. */
function shownOf(text: string): string {
  return text
    .replaceAll('\n', '\\n')
    .replace(/[\u200b-\u202e]/g, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`);
}

function plainText(markdown: string): string {
  const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
  return renderMarkdown(markdown)
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
}
