/** Puts hostile pull requests, made with real git, to the built `spike gate` as a process: each gets its finding. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createFolder, type TestRepository } from '../support/git-fixture.ts';
import { finish } from '../support/spike-fixture.ts';
import type { Asked, Attack } from './attack.ts';
import { createFields } from './fields.ts';
import { SPIKE } from './hands.ts';
import type { Passing } from './passing.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/cli/spike.cjs');
interface Told {
  readonly rule: string;
  readonly message: string;
  readonly file?: string;
}

interface Verdicts {
  readonly passed: boolean;
  readonly verdicts: readonly { readonly passed: boolean; readonly findings: readonly Told[] }[];
}

async function gate(field: TestRepository, { branch = SPIKE, target = 'main', clone }: Asked) {
  if (!existsSync(PROGRAM)) throw new Error('expected dist/cli/spike.cjs, found none: npm run build');
  const head = field.git('rev-parse', 'HEAD');
  const args = ['gate', '--json', '--base', target, '--head', head, '--branch', branch];
  return finish([process.execPath, PROGRAM, ...args], {
    cwd: clone ?? field.path,
    env: { PATH: process.env['PATH'], HOME: createFolder(), SPIKE_HOME: createFolder() },
  });
}

/** What a refusal says on stderr is told as a finding of no rule. */
function toldBy(stdout: string, stderr: string): readonly Told[] {
  if (!stdout.startsWith('{')) return [{ rule: 'refused', message: stderr }];
  const { verdicts }: Verdicts = JSON.parse(stdout);
  return verdicts.flatMap(({ findings }) => findings);
}

function matches(told: Told, { rule, says, file }: Attack): boolean {
  const said = typeof says === 'string' ? told.message.includes(says) : says.test(told.message);
  return told.rule === rule && said && (file === undefined || told.file === file);
}

/** One test an attack. */
export function eachIsCaught(attacks: readonly Attack[]): void {
  const fields = createFields();
  afterAll(() => fields.remove());

  describe('spike gate fails, and says why, where', () => {
    test.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_name, attack) => {
      const field = await fields.copyOf(attack.field ?? 'shipped');
      const { code, stdout, stderr } = await gate(field, attack.script(field) ?? {});
      const told = toldBy(stdout, stderr);

      expect(code, stderr).toBe(1);
      expect(told.filter((one) => matches(one, attack)).length, JSON.stringify(told, undefined, 1)).toBeGreaterThan(0);
    });
  });
}

/** One test a row that can be played. */
export function eachPasses(passing: readonly Passing[]): void {
  const fields = createFields();
  afterAll(() => fields.remove());
  const played = passing.flatMap(({ row, field = 'shipped', script }) =>
    script === undefined ? [] : [[row, { field, script }] as const],
  );

  describe('nothing is claimed to be safe that is not: spike gate passes where', () => {
    test.each(played)('%s', async (_row, { field: name, script }) => {
      const field = await fields.copyOf(name);
      const { code, stdout, stderr } = await gate(field, script(field) ?? {});
      expect(toldBy(stdout, stderr)).toEqual([]);
      expect(code).toBe(0);
    });
  });
}
