/** `spike gate`. */

import { renderCommand } from '../../core/command-line.ts';
import { SpikeError } from '../../core/error.ts';
import { EXIT_FINDING, EXIT_PASS } from '../../core/exit-code.ts';
import type { Judgement } from '../../gate/judgement.ts';
import { renderSummary } from '../../report/comment.ts';
import { renderJudgementJson } from '../../report/json.ts';
import { renderVerdict } from '../../report/terminal.ts';
import { judgeHere } from '../../spike/gate.ts';
import { contextOf } from '../context.ts';
import { flag, type Given, text } from '../given.ts';
import type { Io } from '../io.ts';
import { outStyle, talk } from '../say.ts';

export async function gate(given: Given, io: Io): Promise<number> {
  const [json, markdown] = [flag(given, 'json'), flag(given, 'markdown')];
  if (json && markdown) {
    throw new SpikeError('usage', 'expected --json or --markdown, found both', { hint: 'spike gate --json' });
  }
  const request = {
    base: text(given, 'base'),
    head: text(given, 'head'),
    branch: text(given, 'branch'),
    fork: flag(given, 'fork'),
  };
  const judgement = judgeHere(request, contextOf(io));
  if (json) io.stdout.write(renderJson(judgement));
  else if (markdown) io.stdout.write(renderMarkdown(judgement, request.fork));
  else io.stdout.write(judgement.spikes.map(({ verdict }) => renderVerdict(verdict, outStyle(io))).join('\n'));
  if (judgement.spikes.length === 0) {
    talk(io, ['spike: note: no spike is concerned: a pull request of this branch passes']);
  }
  return judgement.passed ? EXIT_PASS : EXIT_FINDING;
}

function renderJson({ passed, spikes }: Judgement): string {
  const verdicts = spikes.map(({ verdict }) => verdict);
  return renderJudgementJson(passed, verdicts);
}

function renderMarkdown(judgement: Judgement, fork: boolean): string {
  const verifyCommand = renderCommand(['spike', 'gate', ...optionsOf(judgement), ...(fork ? ['--fork'] : [])]);
  return judgement.spikes.map(({ verdict, facts }) => renderSummary({ verdict, facts, verifyCommand })).join('\n');
}

/** By their ids, so that the command judges the same in another clone and later. */
function optionsOf({ target, head, branch }: Judgement): readonly string[] {
  const [base, commit] = [target, head].map((id) => id.slice(0, COMMIT_DIGITS));
  return ['--base', base ?? target, '--head', commit ?? head, '--branch', branch];
}

const COMMIT_DIGITS = 12;
