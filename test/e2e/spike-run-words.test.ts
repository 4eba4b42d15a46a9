import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSlug } from '../../src/core/slug.ts';
import { ensureRepositoryId, noteBranch, spikeDirectory } from '../../src/ledger/control-directory.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { seal } from '../support/chained-records.ts';
import {
  createSpike,
  finish,
  openLedgerIn,
  runAgain,
  type SpikeFixture,
  spikeRunProgram,
} from '../support/spike-fixture.ts';
import { CTRL_C, openTerminal } from '../support/terminal.ts';

describe('a refusal', () => {
  test('says that the command was not run, and which one had failed', async () => {
    const spike = createSpike();
    await runAgain(spike, ['sh', '-c', 'exit 7'], 3);
    const { code, stderr } = await spike.run(['sh', 'check.sh']);

    expect(code).toBe(4);
    expect(stderr).toMatch(
      /^spike: error: sh check\.sh was not run: the failure budget of spike users-email is spent: sh -c 'exit 7' failed 3 times with exit status 7 \(fingerprint [0-9a-f]{16}\)\n/,
    );
  });

  test('names a command whose recorder was killed as well', async () => {
    const spike = createSpike();
    await runAgain(spike, ['sh', '-c', 'kill -KILL $PPID; sleep 0.1'], 3);

    expect((await spike.run(['true'])).stderr).toMatch(
      /^spike: error: true was not run: .* is spent: sh -c 'kill -KILL \$PPID; sleep 0\.1' failed 3 times with exit status 137 /,
    );
  });

  test('after the deadline says that the command was not run', async () => {
    const spike = createSpike({ clock: 1 });
    await spike.run(['sleep', '1.2']);

    expect((await spike.run(['true'])).stderr).toMatch(/^spike: error: true was not run: the deadline of spike /);
  });
});

test('a run that ends after the deadline says so', async () => {
  const { stderr } = await createSpike({ clock: 1 }).run(['sh', '-c', 'sleep 1.2; echo own >&2']);

  expect(stderr).toMatch(
    /^own\nspike: note: the deadline of spike users-email passed while this ran: .*spike ship.*\n$/,
  );
});

test('the observable’s words in another folder are told not to be the observable', async () => {
  const spike = createSpike({ observable: { argv: ['true'], cwd: 'src', exit: 0 } });
  mkdirSync(join(spike.repository.path, 'src'));

  expect((await spike.run(['true'])).stderr).toBe(
    'spike: note: this does not count as the observable, which runs in src\n',
  );
  expect((await spike.run(['true'], { cwd: join(spike.repository.path, 'src') })).stderr).toBe('');
  expect((await spike.run(['pwd'])).stderr).toBe('');
});

test('one that runs at the top is named by it', async () => {
  const spike = createSpike({ observable: { argv: ['true'], cwd: '.', exit: 0 } });
  mkdirSync(join(spike.repository.path, 'src'));

  expect((await spike.run(['true'], { cwd: join(spike.repository.path, 'src') })).stderr).toBe(
    'spike: note: this does not count as the observable, which runs at the top of the repository\n',
  );
});

test('a command line in quotes that is not found is told to leave them away', async () => {
  const spike = createSpike();

  expect((await spike.run(['sh check.sh'])).stderr).toBe(
    "spike: error: 'sh check.sh': command not found\nspike: hint: leave the quotes away: spike-run sh check.sh\n",
  );
  expect((await spike.run(['nothing-of-that-name'])).stderr).not.toContain('hint');
});

test('the third Ctrl-C that is free says that the next one counts', async () => {
  const spike = createSpike();
  const command = `exec '${process.execPath}' '${spikeRunProgram()}' sh -c 'trap "exit 2" INT; echo ready; while :; do sleep 0.1; done'`;
  const screens: string[] = [];
  for (let time = 0; time < 3; time += 1) {
    const terminal = openTerminal(command, { cwd: spike.repository.path, env: spike.env });
    await terminal.see('ready');
    terminal.type(CTRL_C);
    await terminal.ended();
    screens.push(terminal.screen());
  }

  expect(screens.map((screen) => screen.includes('spike: note:'))).toEqual([false, false, true]);
  expect(screens[2]).toContain('was interrupted 3 times; from now on each interruption of it counts as a failure');
});

describe('on a branch without a spike', () => {
  function another(spike: SpikeFixture, name: string): string {
    const slug = parseSlug(name);
    const commonDir = join(spike.repository.path, '.git');
    const repo = ensureRepositoryId(commonDir, 'shop');
    const directory = spikeDirectory(spike.env['SPIKE_HOME'] ?? '', repo, slug);
    openLedgerIn(directory, { repo, spike: slug, branch: `spike/${name}` });
    noteBranch(commonDir, `spike/${name}`, directory);
    return directory;
  }

  test('those that are open here are named', async () => {
    const spike = createSpike();
    spike.repository.git('switch', '--quiet', 'main');
    const one = await spike.run(['true']);
    const early = another(spike, 'early');
    const without = await spike.run(['true']);
    spike.repository.git('branch', 'spike/early');
    const two = await spike.run(['true']);
    updateLedger(early, thisMachine(), (ledger) => ledger.append(seal()));
    const sealed = await spike.run(['true']);

    const hint = 'spike: hint: git switch spike/users-email\n';
    expect([one, without, two, sealed].map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect([one.stderr, without.stderr, sealed.stderr].every((said) => said.endsWith(hint))).toBe(true);
    expect(two.stderr).toMatch(/spike: hint: git switch spike\/early \(or spike\/users-email\)\n$/);
  });

  test('none is named whose ledger is gone', async () => {
    const spike = createSpike();
    spike.repository.git('switch', '--quiet', 'main');
    rmSync(spike.directory, { recursive: true });

    expect((await spike.run(['true'])).stderr).toMatch(/\nspike: hint: spike new <slug>\n$/);
  });
});

describe('where the note of the branch was removed', () => {
  function withoutNote(options = {}): SpikeFixture {
    const spike = createSpike(options);
    rmSync(join(spike.repository.path, '.git/spike-gate/branches'), { recursive: true });
    return spike;
  }

  test('its spike is found in its place, with --if-open too', async () => {
    const spike = withoutNote();
    await spike.run(['true']);
    await spike.run(['--if-open', 'true']);

    expect(spike.records()).toHaveLength(5);
  });

  test('another branch of that slug has none', async () => {
    const spike = withoutNote();
    spike.repository.branch('feature/users-email');

    expect((await spike.run(['--if-open', 'true'])).code).toBe(0);
    expect((await spike.run(['true'])).code).toBe(2);
    expect(spike.records()).toHaveLength(1);
  });

  test('nothing is asked of a home that is not there', async () => {
    const spike = withoutNote();

    expect((await spike.run(['--if-open', 'true'], { env: { HOME: undefined, SPIKE_HOME: undefined } })).code).toBe(0);
  });
});

test('a standard stream that is closed is /dev/null to the command', async () => {
  const spike = createSpike();
  const wrapped = `'${process.execPath}' '${spikeRunProgram()}'`;
  const script = `${wrapped} readlink /proc/self/fd/0 <&-; ${wrapped} sh -c 'exec 3>&1; readlink /proc/self/fd/3 >&2' >&-`;
  const ended = await finish(['sh', '-c', script], { cwd: spike.repository.path, env: spike.env });

  expect(ended).toMatchObject({ code: 0, stdout: '/dev/null\n', stderr: '/dev/null\n' });
});
