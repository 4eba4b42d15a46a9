/** Hostile work, histories and names, and what is let through: every one through the built `spike gate`. */

import { ON_WORK } from './attacks.ts';
import { PASSING } from './passing.ts';
import { eachIsCaught, eachPasses } from './through-gate.ts';

eachIsCaught(ON_WORK);
eachPasses(PASSING);
