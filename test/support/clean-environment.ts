/** Gives every test process the same environment, whatever the machine, the person or the hook that runs the tests has set. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A list of what stays, because what may leak has no end: `GIT_DIR` inside a hook, `SPIKE_DIR`, a proxy that would catch
 * loopback requests, the payload of the workflow that runs these tests, an editor.
 */
const KEPT =
  /^(PATH|TMPDIR|USER|LOGNAME|CI|TERM|NODE_ENV|NODE_V8_COVERAGE|TEST|DEV|PROD|MODE|SSR|BASE_URL|(VITE|VITEST)(_.*)?)$/;

const FIXED = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
};

/** Runs before vitest starts a worker, each of which inherits what is set here. */
export function setup(): () => void {
  const home = mkdtempSync(join(tmpdir(), 'spike-gate-home-'));
  for (const name of Object.keys(process.env)) {
    if (!KEPT.test(name)) delete process.env[name];
  }
  Object.assign(process.env, FIXED, { HOME: home });
  return () => rmSync(home, { recursive: true, force: true });
}
