/** Every command of `spike` that nobody is kept waiting by: a bundle of its own, which the program `spike` loads. */

import { main } from './main.ts';
import { thisProcess } from './this-process.ts';

process.exitCode = await main(thisProcess());
