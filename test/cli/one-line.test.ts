import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
import { createSpike, finish } from '../support/spike-fixture.ts';

const SPIKE = resolve(import.meta.dirname, '../../dist/cli/spike.cjs');
const SPIKE_RUN = resolve(import.meta.dirname, '../../dist/cli/spike-run.cjs');
const ONE_LINE = /^spike: error: [^\n]*\n(spike: hint: [^\n]*\n)?$/;

describe('one line, and no stack trace, is said', () => {
  test.each([
    ['spike status', `'${SPIKE}' status`],
    ['spike-run', `'${SPIKE_RUN}' true`],
    ['spike run', `'${SPIKE}' run true`],
    ['spike hook', `'${SPIKE}' hook pre-commit`],
  ])('by %s where the folder was removed', async (_name, command) => {
    const cwd = createFolder();
    const script = `mkdir gone; cd gone; rmdir ../gone; exec '${process.execPath}' ${command}`;
    const ended = await finish(['sh', '-c', script], { cwd, env: { PATH: process.env['PATH'], HOME: cwd } });

    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(ONE_LINE);
    expect(ended.stderr).toContain('expected a working directory, found that it was removed');
  });

  test.each(['verify', 'status', '--version', '--help', 'status --json'])(
    'by spike %s where nothing more can be written',
    async (args) => {
      const spike = createSpike();
      const script = `exec '${process.execPath}' '${SPIKE}' ${args} >/dev/full`;
      const ended = await finish(['sh', '-c', script], { cwd: spike.repository.path, env: spike.env });

      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toMatch(ONE_LINE);
      expect(ended.stderr).toContain('ENOSPC');
    },
  );

  test('by spike where nobody reads any more', async () => {
    const spike = createSpike();
    const script = `(sleep 0.5; exec '${process.execPath}' '${SPIKE}' --help) | true`;
    const status = `set -o pipefail; ${script}; echo "$?"`;
    const ended = await finish(['bash', '-c', status], { cwd: spike.repository.path, env: spike.env });

    expect(ended.stdout).toBe('1\n');
    expect(ended.stderr).toMatch(ONE_LINE);
  });

  test('by spike-run --version where nothing more can be written', async () => {
    const script = `exec '${process.execPath}' '${SPIKE_RUN}' --version >/dev/full`;
    const ended = await finish(['sh', '-c', script], { cwd: createFolder(), env: { PATH: process.env['PATH'] } });

    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(ONE_LINE);
  });
});
