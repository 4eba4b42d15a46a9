/** Pure: every rule, in the order in which findings are told. */

import { attempts } from './attempts.ts';
import { budget } from './budget.ts';
import { clock } from './clock.ts';
import { decision } from './decision.ts';
import { evidence } from './evidence.ts';
import { hypothesis } from './hypothesis.ts';
import { log } from './log.ts';
import { observable } from './observable.ts';
import { paths } from './paths.ts';
import type { Rule } from './rule.ts';
import { seal } from './seal.ts';
import { spikeOpen } from './spike-open.ts';
import { trailers } from './trailers.ts';

export const RULES: readonly Rule[] = [
  spikeOpen,
  clock,
  budget,
  paths,
  attempts,
  hypothesis,
  evidence,
  log,
  trailers,
  observable,
  seal,
  decision,
];
