/** Pure: what `spike doctor` found, for a terminal and for programs. Each part is a section of its own. */

import { clip } from './clip.ts';
import {
  type Advice,
  type Diagnosis,
  type HooksDiagnosis,
  type HookTrial,
  holds,
  isSound,
  type Trial,
  UNSTOPPABLE,
} from './diagnosis.ts';
import { escapeTerminal, escapeWorkflowCommand } from './escape.ts';
import { renderJson } from './json.ts';
import { type Purpose, paint, type Style } from './paint.ts';
import { hang } from './wrap.ts';

type Section = (diagnosis: Diagnosis, style: Style) => readonly string[];

const WIDTH = 80;
const LABEL = 13;
const MAX_TEXT = 2000;

export function renderDoctor(diagnosis: Diagnosis, style: Style): string {
  return SECTIONS.map((section) => section(diagnosis, style))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
    .join('\n');
}

const SECTIONS: readonly Section[] = [renderHooks, renderProblems, renderNotices, renderUnstoppable];

export function renderDoctorJson(diagnosis: Diagnosis): string {
  const { top, hooks } = diagnosis;
  return renderJson({ holds: isSound(diagnosis), top, hooks: hooksOf(hooks) });
}

function hooksOf({ git, managers, open, trials, problems, notices }: HooksDiagnosis): object {
  return {
    git,
    managers,
    open,
    tried: trials.map(({ name, trial }) => ({ name, state: stateOf(trial) })),
    problems: problems.map(adviceOf),
    notices: notices.map(adviceOf),
    unstoppable: UNSTOPPABLE,
  };
}

/** Apart from each other for programs as they are for people. */
function stateOf(trial: Trial): string {
  if (trial.kind !== 'seen') return trial.kind;
  return trial.asks ? 'seen' : 'missing';
}

function adviceOf({ message, hint }: Advice): object {
  return { message, hint };
}

function renderHooks({ top, hooks }: Diagnosis, style: Style): readonly string[] {
  const { git, managers, open, trials } = hooks;
  const beside = managers.length === 0 ? '' : `, beside ${managers.join(', ')}`;
  const spike = open ? 'some spike is open' : 'no spike is open';
  return [
    paint(`hooks of ${escapeTerminal(top)}`, 'strong', style),
    ...row('here', `git ${escapeTerminal(git)}${beside}; ${spike}`),
    ...KINDS.flatMap(({ label, purpose, has }) => {
      const names = trials.filter(has).map(({ name }) => name);
      return names.length === 0 ? [] : row(label, names.join(', '), (text) => paint(text, purpose, style));
    }),
  ];
}

interface Kind {
  readonly label: string;
  readonly purpose: Purpose;
  readonly has: (hook: HookTrial) => boolean;
}

const KINDS: readonly Kind[] = [
  { label: 'refused', purpose: 'good', has: ({ trial }) => trial.kind === 'refused' },
  { label: 'looked at', purpose: 'plain', has: ({ trial }) => trial.kind === 'seen' && trial.asks },
  { label: 'not armed', purpose: 'quiet', has: ({ trial }) => trial.kind === 'unarmed' },
  { label: 'no hold', purpose: 'bad', has: (hook) => !holds(hook) },
];

function renderProblems({ hooks }: Diagnosis, style: Style): readonly string[] {
  return renderAdvice(hooks.problems, { kind: 'error', purpose: 'bad', style });
}

function renderNotices({ hooks }: Diagnosis, style: Style): readonly string[] {
  return renderAdvice(hooks.notices, { kind: 'note', purpose: 'caution', style });
}

function renderUnstoppable(): readonly string[] {
  return [
    'No hook here can stop these, so the gate on the pull request judges again:',
    ...UNSTOPPABLE.map((way) => `  ${way}`),
  ];
}

interface Told {
  readonly kind: 'error' | 'note';
  readonly purpose: Purpose;
  readonly style: Style;
}

/** What the same hint mends, one after the other, shares it. */
function renderAdvice(advice: readonly Advice[], { kind, purpose, style }: Told): readonly string[] {
  return advice.flatMap(({ message, hint }, index) => {
    const line = labelled(kind, purpose, { text: message, style });
    return hint.join('\n') === advice[index + 1]?.hint.join('\n') ? [line] : [line, ...renderHint(hint, style)];
  });
}

function renderHint([first, ...more]: readonly string[], style: Style): readonly string[] {
  if (first === undefined) return [];
  return [
    labelled('hint', 'hint', { text: first, style }),
    ...more.map((line) => `  ${clip(line, MAX_TEXT, escapeWorkflowCommand)}`),
  ];
}

function labelled(kind: string, purpose: Purpose, { text, style }: { text: string; style: Style }): string {
  const label = `spike: ${kind}:`;
  return `${paint(label, purpose, style)} ${hang(`${label} `, shown(text), style.width)}`;
}

function row(label: string, text: string, dress: (text: string) => string = (same) => same): readonly string[] {
  const indent = ' '.repeat(LABEL + 2);
  const lines = hang(indent, text, WIDTH)
    .split('\n')
    .map((line) => line.trimStart());
  return lines.map((line, index) => `${index === 0 ? `  ${label.padEnd(LABEL)}` : indent}${dress(line)}`);
}

function shown(text: string): string {
  return clip(text, MAX_TEXT, escapeTerminal);
}
