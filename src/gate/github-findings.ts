/** Pure: the findings as the Action's output, for programs. */

import type { JudgedPull } from './github-judge.ts';
import { viewsOf } from './github-view.ts';

/** One step's outputs may hold a megabyte, and an environment less. */
const MAX_FINDINGS = 100;
const MAX_FINDINGS_BYTES = 500_000;
const MAX_TEXT = 2000;

/** JSON, see `action.yml`: as many as there is room for. */
export function renderFindingsOutput(judged: readonly JudgedPull[]): string {
  const texts: string[] = [];
  let left = MAX_FINDINGS_BYTES;
  for (const finding of listFindings(judged).slice(0, MAX_FINDINGS)) {
    const text = renderAscii(finding);
    left -= text.length + 1;
    if (left < 0) break;
    texts.push(text);
  }
  return `[${texts.join()}]`;
}

function listFindings(judged: readonly JudgedPull[]): readonly object[] {
  return judged.flatMap((one) =>
    viewsOf(one).flatMap(({ verdict }) =>
      verdict.findings.map(({ rule, message, hint, file, line }) => ({
        pull: one.pull.number,
        slug: verdict.slug,
        rule,
        message: message.slice(0, MAX_TEXT),
        hint: hint.slice(0, MAX_TEXT),
        file,
        line,
      })),
    ),
  );
}

/** ASCII, and nothing that the runner obeys, since outputs end up in logs. */
function renderAscii(value: object): string {
  return JSON.stringify(value)
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('##[', '\\u0023#[');
}
