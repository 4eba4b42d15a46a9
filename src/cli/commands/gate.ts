/** `spike gate`. */

import { SpikeError } from '../../core/error.ts';
import { EXIT_FINDING, EXIT_PASS } from '../../core/exit-code.ts';
import type { JudgedSpike, Judgement } from '../../gate/judgement.ts';
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
  const judgement = judgeHere(
    { base: text(given, 'base'), head: text(given, 'head'), branch: text(given, 'branch') },
    contextOf(io),
  );
  io.stdout.write(
    json
      ? renderJudgementJson(
          judgement.passed,
          judgement.spikes.map(({ verdict }) => verdict),
        )
      : rendered(judgement, markdown, io),
  );
  if (judgement.spikes.length === 0)
    talk(io, ['spike: note: no spike is concerned: a pull request of this branch passes']);
  return judgement.passed ? EXIT_PASS : EXIT_FINDING;
}

function rendered({ spikes }: Judgement, markdown: boolean, io: Io): string {
  const render = ({ verdict, facts }: JudgedSpike): string =>
    markdown ? renderSummary({ verdict, facts, verifyCommand: 'spike gate' }) : renderVerdict(verdict, outStyle(io));
  return spikes.map(render).join('\n');
}
