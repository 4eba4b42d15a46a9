/** The clock and the budget of an attempt: the policy's, or less. */

import { parseDuration } from '../config/duration.ts';
import type { Config } from '../core/config.ts';
import { SpikeError } from '../core/error.ts';
import { renderSpan } from '../core/span.ts';
import type { Context } from './context.ts';

export interface Limits {
  /** Seconds. */
  readonly clock: number;
  readonly budget: number;
}

interface Asked {
  readonly clock: string | undefined;
  readonly budget: string | undefined;
}

/** Existing scripts give the budget as MAX_DUP; it is read here and never later. */
export function limitsFor(asked: Asked, { config, context }: { config: Config; context: Context }): Limits {
  const clock = asked.clock === undefined ? config.clock : parseDuration(asked.clock);
  if (clock > config.clock) {
    throw new SpikeError(
      'usage',
      `expected a clock of at most ${renderSpan(config.clock)}, found ${renderSpan(clock)}`,
      {
        hint: 'ask for less, or raise clock: in .spike.yml on the target branch',
      },
    );
  }
  const budget = budgetAsked(asked, context) ?? config.budget;
  if (budget > config.budget) {
    throw new SpikeError('usage', `expected a budget of at most ${config.budget} identical failures, found ${budget}`, {
      hint: 'ask for fewer, or raise budget: in .spike.yml on the target branch',
    });
  }
  return { clock, budget };
}

function budgetAsked(asked: Asked, { env }: Context): number | undefined {
  const [text, name] = asked.budget === undefined ? [env['MAX_DUP'], 'MAX_DUP'] : [asked.budget, '--budget'];
  if (text === undefined || text === '') return undefined;
  if (/^[1-9][0-9]{0,2}$/.test(text)) return Number(text);
  throw new SpikeError(
    'usage',
    `expected ${name} to be a whole number of identical failures, found ${JSON.stringify(text)}`,
    {
      hint: 'spike start --budget 3',
    },
  );
}
