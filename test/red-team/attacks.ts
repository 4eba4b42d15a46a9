/** Every hostile pull request that the gate must catch. */

import type { Attack } from './attack.ts';
import { ATTEMPT_ATTACKS } from './attempts.ts';
import { BUNDLE_ATTACKS } from './bundle.ts';
import { CLOCK_AND_BUDGET_ATTACKS } from './clock-and-budget.ts';
import { EVIDENCE_ATTACKS } from './evidence.ts';
import { HISTORY_ATTACKS } from './history.ts';
import { HYPOTHESIS_ATTACKS } from './hypothesis.ts';
import { IDENTITY_ATTACKS } from './identity.ts';
import { LEDGER_ANEW_ATTACKS } from './ledger-anew.ts';
import { LEDGER_TEXT_ATTACKS } from './ledger-text.ts';
import { OBSERVABLE_ATTACKS } from './observable.ts';
import { PATH_ATTACKS } from './paths.ts';
import { SEAL_ATTACKS } from './seal.ts';
import { TRAILER_ATTACKS } from './trailers.ts';

/** On what the bundle says. */
export const ON_BUNDLES: readonly Attack[] = [
  ...BUNDLE_ATTACKS,
  ...HYPOTHESIS_ATTACKS,
  ...EVIDENCE_ATTACKS,
  ...LEDGER_TEXT_ATTACKS,
  ...LEDGER_ANEW_ATTACKS,
  ...ATTEMPT_ATTACKS,
];

/** On what was done, and as what it is proposed. */
export const ON_WORK: readonly Attack[] = [
  ...CLOCK_AND_BUDGET_ATTACKS,
  ...OBSERVABLE_ATTACKS,
  ...SEAL_ATTACKS,
  ...TRAILER_ATTACKS,
  ...HISTORY_ATTACKS,
  ...PATH_ATTACKS,
  ...IDENTITY_ATTACKS,
];

export const ATTACKS: readonly Attack[] = [...ON_BUNDLES, ...ON_WORK];
