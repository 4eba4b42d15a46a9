/** The clock and the budget of an attempt: the policy's, or less. */

import { parseDuration, renderDuration } from '../config/duration.ts';
import { CLOCK_RANGE } from '../config/settings.ts';
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
  if (clock < CLOCK_RANGE.min) {
    throw new SpikeError(
      'usage',
      `expected a clock of at least ${renderSpan(CLOCK_RANGE.min)}, found ${renderSpan(clock)}`,
      {
        hint: `spike start --clock ${renderDuration(config.clock)}`,
      },
    );
  }
  if (clock > config.clock) {
    throw new SpikeError(
      'usage',
      `expected a clock of at most ${renderSpan(config.clock)}, found ${renderSpan(clock)}`,
      {
        hint: 'ask for less, or raise clock: in .spike.yml on the target branch',
      },
    );
  }
  return { clock, budget: budgetFor(asked, { config, context }) };
}

function budgetFor(asked: Asked, { config, context: { env } }: { config: Config; context: Context }): number {
  const [text, name] = asked.budget === undefined ? [env['MAX_DUP'], 'MAX_DUP'] : [asked.budget, '--budget'];
  if (text === undefined || text === '') return config.budget;
  const budget = /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : undefined;
  if (budget !== undefined && budget <= config.budget) return budget;
  if (budget !== undefined) {
    const message = `expected ${name} to be at most ${config.budget} identical failures, found ${budget}`;
    const less = name === 'MAX_DUP' ? 'unset MAX_DUP, or set it to less' : 'ask for fewer';
    throw new SpikeError('usage', message, { hint: `${less}, or raise budget: in .spike.yml on the target branch` });
  }
  throw new SpikeError(
    'usage',
    `expected ${name} to be a whole number of identical failures, found ${JSON.stringify(text)}`,
    {
      hint: 'spike start --budget 3',
    },
  );
}
