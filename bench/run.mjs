/** `npm run bench`: medians and ratios of the built programs, each beside its yardstick in the same run. Not a test: machines differ. */

import { benchGate } from './gate.mjs';
import { benchHooks } from './hooks.mjs';
import { benchRuns } from './runs.mjs';
import { benchVerify } from './verify.mjs';
import { benchWriters } from './writers.mjs';

for (const bench of [benchRuns, benchVerify, benchWriters, benchHooks, benchGate]) {
  for (const line of await bench()) process.stdout.write(`${line}\n`);
}
