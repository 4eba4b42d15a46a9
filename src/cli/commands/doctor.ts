/** `spike doctor`. */

import { EXIT_FINDING, EXIT_PASS } from '../../core/exit-code.ts';
import { diagnose } from '../../install/doctor.ts';
import { isSound } from '../../report/diagnosis.ts';
import { renderDoctor, renderDoctorJson } from '../../report/doctor.ts';
import { flag, type Given } from '../given.ts';
import type { Io } from '../io.ts';
import { outStyle } from '../say.ts';

export async function doctor(given: Given, io: Io): Promise<number> {
  const diagnosis = await diagnose({ cwd: io.cwd, env: io.env });
  io.stdout.write(flag(given, 'json') ? renderDoctorJson(diagnosis) : renderDoctor(diagnosis, outStyle(io)));
  return isSound(diagnosis) ? EXIT_PASS : EXIT_FINDING;
}
