import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noteBranch, pathsIn } from '../../src/ledger/control-directory.ts';
import { verifyLedger } from '../../src/ledger/read.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { readBootClock } from '../../src/process/boot-clock.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { seal } from '../support/chained-records.ts';
import { createFolder, createRepository } from '../support/git-fixture.ts';
import {
  createSpike,
  type Finished,
  finish,
  runAgain,
  SLUG,
  type SpikeFixture,
  spikeRunProgram,
} from '../support/spike-fixture.ts';

const FAILS = ['sh', '-c', 'exit 7'];

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

describe('a command that may run', () => {
  test('leaves two records and nothing on the terminal but its own words', async () => {
    const spike = createSpike();
    const ended = await spike.run(['sh', '-c', 'echo out; echo err >&2']);

    expect(ended).toEqual({ code: 0, signal: null, stdout: 'out\n', stderr: 'err\n' });
    expect(spike.records()).toMatchObject([
      { kind: 'open' },
      {
        kind: 'start',
        seq: 1,
        cwd: spike.repository.path,
        at: '.',
        argv: ['sh', '-c', 'echo out; echo err >&2'],
        exe: expect.stringMatching(/^\/.*sh$/),
      },
      { kind: 'run', seq: 2, of: 1, cwd: spike.repository.path, exit: 0 },
    ]);
    expect(verifyLedger(spike.ledger).records).toBe(3);
  });

  test('is recorded as begun before it runs', async () => {
    const spike = createSpike();
    const ended = await spike.run(['sh', '-c', `tail -n 1 '${spike.ledger}'`]);

    expect(JSON.parse(ended.stdout)).toMatchObject({ kind: 'start', seq: 1 });
  });

  test('keeps its standard input, its arguments, its environment and its folder', async () => {
    const spike = createSpike();
    const cwd = join(spike.repository.path, 'sub folder');
    mkdirSync(cwd);
    const show = 'cat; printf "%s|" "$@" "$PWD" "$ODD"; env | sort';
    const args = ['sh', '-c', show, 'sh', '', 'a b', '--', '-x', "'$HOME'", '*', 'ü🙂', 'new\nline', '--help'];
    const options = { cwd, env: { ODD: ' a\nb=c ', PWD: cwd }, input: 'from here' };
    const wrapped = await spike.run(args, options);
    const plain = await finish(args, { cwd, env: { ...spike.env, ...options.env }, input: options.input });

    expect(wrapped).toEqual(plain);
    expect(spike.records()[1]).toMatchObject({ argv: args, at: 'sub folder' });
  });

  test('is known to itself by the name that was typed', async () => {
    const spike = createSpike();
    const ended = await spike.run(['sh', '-c', 'cat /proc/$$/cmdline']);

    expect(ended.stdout.split('\0')[0]).toBe('sh');
  });

  test('finds its streams as they are: a file to append to, a pipe whose reader has gone', async () => {
    const spike = createSpike();
    const out = join(createFolder(), 'out');
    writeFileSync(out, 'before\n');
    const wrapped = `'${process.execPath}' '${spikeRunProgram()}'`;
    const script = `${wrapped} sh -c 'echo one; echo two >>/dev/stdout' >>'${out}'; ${wrapped} yes | head -n 1`;
    const ended = await finish(['sh', '-c', script], { cwd: spike.repository.path, env: spike.env });

    expect(readFileSync(out, 'utf8')).toBe('before\none\ntwo\n');
    expect(ended.stdout).toBe('y\n');
    expect(spike.records().at(-1)).toMatchObject({ exit: 141, signal: 'SIGPIPE' });
  });
});

describe('the exit status', () => {
  test.each([0, 1, 2, 3, 4, 42, 125, 255])('%i of the command is kept', async (status) => {
    const spike = createSpike();
    const ended = await spike.run(['sh', '-c', `exit ${status}`]);

    expect(ended).toMatchObject({ code: status, stderr: '' });
    expect(spike.records()[2]).toMatchObject({ exit: status });
  });

  test.each([
    ['KILL', 137],
    ['TERM', 143],
    ['SEGV', 139],
    ['PIPE', 141],
  ])('of a command that SIG%s ended is %i', async (signal, status) => {
    const spike = createSpike();
    const ended = await spike.run(['sh', '-c', `kill -${signal} $$`]);

    expect(ended).toMatchObject({ code: status, signal: null });
    expect(spike.records()[2]).toMatchObject({ exit: status, signal: `SIG${signal}` });
  });

  test('of a command that died of SIGINT is that death', async () => {
    const spike = createSpike();
    const ended = await spike.run(['sh', '-c', 'kill -INT $$']);

    expect(ended).toMatchObject({ code: null, signal: 'SIGINT' });
    expect(spike.records()[2]).toMatchObject({ exit: 130, signal: 'SIGINT' });
    expect(spike.records()[2]).not.toHaveProperty('interrupted');
  });

  test.each([
    ['nothing-of-that-name', 127, 'nothing-of-that-name: command not found'],
    ['./nothing', 127, './nothing: no such file or directory'],
    ['./folder', 126, './folder: is a directory'],
    ['./plain', 126, './plain: permission denied'],
    ['./lost', 127, './lost: its interpreter was not found'],
  ])('of %s, which cannot run, is %i as in a shell', async (name, status, said) => {
    const spike = createSpike();
    spike.repository.write('plain', 'echo never\n');
    spike.repository.write('lost', '#!/nonexistent/interpreter\n', 0o755);
    mkdirSync(join(spike.repository.path, 'folder'));
    const ended = await spike.run([name]);
    const shell = await finish(['bash', '-c', name], { cwd: spike.repository.path, env: spike.env });

    expect(ended).toMatchObject({ code: status, stderr: `spike: error: ${said}\n` });
    expect(shell.code).toBe(status);
    expect(spike.records()[2]).toMatchObject({ exit: status });
  });

  test('of a script without an interpreter line is its own', async () => {
    const spike = createSpike();
    spike.repository.write('script', 'echo "$0 $1"; exit 9\n', 0o755);

    expect(await spike.run(['./script', 'x'])).toMatchObject({ code: 9, stdout: './script x\n' });
    expect(spike.records()[1]).toMatchObject({ exe: join(spike.repository.path, 'script') });
  });
});

describe('the failure budget', () => {
  test('is spent by the third identical failure, and nothing runs after that', async () => {
    const spike = createSpike();
    const proof = join(spike.repository.path, 'proof');
    const ended = await runAgain(spike, FAILS, 3);
    const after = await spike.run(['touch', proof]);

    expect(ended.map(({ code }) => code)).toEqual([7, 7, 4]);
    expect(ended.map(({ stderr }) => lines(stderr).length)).toEqual([0, 1, 2]);
    expect(ended[1]?.stderr).toMatch(
      /^spike: note: sh -c 'exit 7' has failed 2 of 3 times .* edits in between do not reset the count/,
    );
    expect(ended[2]?.stderr).toMatch(/^spike: error: .*\nspike: hint: spike kill -m /);
    expect(after.code).toBe(4);
    expect(after.stderr).toMatch(/^spike: error: .*budget.*\nspike: hint: spike kill /);
    expect(after.stderr + ended[2]?.stderr).not.toContain('--again');
    expect(existsSync(proof)).toBe(false);
    expect(spike.records().slice(5)).toMatchObject([
      { kind: 'start' },
      { kind: 'run', exit: 7 },
      { kind: 'refuse', why: 'budget-exhausted', argv: ['touch', proof], cwd: spike.repository.path },
    ]);
  });

  test('is not given back by passing runs, edits or other failures', async () => {
    const spike = createSpike();
    const codes: (number | null)[] = [];
    for (const args of [FAILS, ['true'], ['false'], FAILS, ['false'], ['touch', 'edited'], FAILS])
      codes.push((await spike.run(args)).code);

    expect(codes).toEqual([7, 0, 1, 7, 1, 0, 4]);
  });

  test('of one is spent by the first failure, without a warning', async () => {
    const ended = await createSpike({ budget: 1 }).run(FAILS);

    expect(ended.code).toBe(4);
    expect(lines(ended.stderr)).toHaveLength(2);
  });

  test('counts by folder, and by the real one whatever link led there', async () => {
    const spike = createSpike();
    const { path } = spike.repository;
    mkdirSync(join(path, 'sub'));
    const link = join(createFolder(), 'link');
    symlinkSync(path, link);
    const codes: (number | null)[] = [];
    for (const cwd of [path, join(path, 'sub'), link, join(link, 'sub'), `${link}/sub/..`])
      codes.push((await spike.run(FAILS, { cwd, env: { PWD: cwd } })).code);

    expect(codes).toEqual([7, 7, 7, 7, 4]);
    expect(new Set(spike.records().flatMap(({ kind, fp }) => (kind === 'run' ? [fp] : []))).size).toBe(2);
  });

  test('does not move with what the environment says', async () => {
    const spike = createSpike();
    const env = { MAX_DUP: '99', SPIKE_BUDGET: '99', HYPOTHESIS: '/dev/null' };

    expect(
      [await spike.run(FAILS, { env }), await spike.run(FAILS, { env }), await spike.run(FAILS, { env })].map(
        ({ code }) => code,
      ),
    ).toEqual([7, 7, 4]);
  });

  test('counts a command whose recorder was killed', async () => {
    const spike = createSpike();
    const killed = ['sh', '-c', 'kill -KILL $PPID; sleep 0.1'];
    const ended = await runAgain(spike, killed, 4);

    expect(ended.map(({ signal }) => signal)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', null]);
    expect(spike.records().map(({ kind }) => kind)).toEqual(['open', 'start', 'start', 'start', 'refuse']);
  });
});

describe('the clock', () => {
  test('lets nothing begin once it has expired, with exit status 3', async () => {
    const spike = createSpike({ clock: 1 });
    const { up } = readBootClock();
    while (readBootClock().up < up + 1000) await new Promise((settle) => setTimeout(settle, 50));
    const ended = await spike.run(['touch', 'proof']);

    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(/^spike: error: .*deadline.*\nspike: hint: .*spike kill/);
    expect(existsSync(join(spike.repository.path, 'proof'))).toBe(false);
    expect(spike.records().slice(1)).toMatchObject([{ kind: 'refuse', why: 'clock-expired' }]);
  });

  test('is told once when ten minutes are left', async () => {
    const spike = createSpike({ clock: 599 });
    const said = [await spike.run(['true']), await spike.run(['true'])].map(({ stderr }) => stderr);

    expect(said[0]).toMatch(/^spike: note: 9 minutes left for spike users-email; nothing extends it: .*\n$/);
    expect(said[1]).toBe('');
  });

  test('is not told while more than ten minutes are left', async () => {
    expect((await createSpike({ clock: 660 }).run(['true'])).stderr).toBe('');
  });

  test('may run out while a command runs', async () => {
    const spike = createSpike({ clock: 1 });
    const ended = await spike.run(['sh', '-c', 'sleep 1.2']);

    expect(ended.code).toBe(0);
    expect(spike.records().map(({ kind }) => kind)).toEqual(['open', 'start', 'run']);
  });
});

describe('the observable', () => {
  const observable = { argv: ['sh', 'check.sh'], cwd: '.', exit: 0 };

  test('is recorded with the tree on which it held', async () => {
    const spike = createSpike({ observable });
    spike.repository.write('src/new', 'x');
    await spike.run(observable.argv);

    spike.repository.git('add', '--all');
    expect(spike.records()[2]).toMatchObject({ exit: 0, tree: spike.repository.git('write-tree') });
  });

  test('is recorded without one where files changed while it ran', async () => {
    const spike = createSpike({ observable });
    spike.repository.write('check.sh', 'date +%N >stamp\n');
    await spike.run(observable.argv);

    expect(spike.records()[2]).toMatchObject({ exit: 0 });
    expect(spike.records()[2]).not.toHaveProperty('tree');
  });

  test('that does not hold, or another command, has no tree', async () => {
    const spike = createSpike({ observable: { ...observable, exit: 5 } });
    await spike.run(observable.argv);
    await spike.run(['sh', './check.sh']);

    expect(spike.records().filter((record) => 'tree' in record)).toEqual([]);
  });

  test('may be a failing status, which spends nothing', async () => {
    const spike = createSpike({ observable: { ...observable, exit: 5 } });
    spike.repository.write('check.sh', 'exit 5\n');
    const ended = await runAgain(spike, observable.argv, 4);

    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(Array(4).fill([5, '']));
    expect(spike.records().at(-1)).toHaveProperty('tree');
  });

  test('is another command in another folder', async () => {
    const spike = createSpike({ observable: { ...observable, cwd: 'sub' } });
    spike.repository.write('sub/check.sh', 'exit 0\n');
    await spike.run(observable.argv);
    await spike.run(observable.argv, { cwd: join(spike.repository.path, 'sub') });

    expect(spike.records().map((record) => 'tree' in record)).toEqual([false, false, false, false, true]);
  });
});

test('what looks like a secret is masked in every record, and passed on as it is', async () => {
  const spike = createSpike();
  const args = ['sh', '-c', 'echo "$2"; exit 7', 'sh', '--token', 'hunter2hunter2'];
  const ended = [
    await spike.run(args),
    await spike.run(args.with(5, 'another-secret')),
    await spike.run(args),
    await spike.run(args),
  ];

  expect(ended.map(({ stdout }) => stdout)).toEqual(['hunter2hunter2\n', 'another-secret\n', 'hunter2hunter2\n', '']);
  expect(ended.map(({ code }) => code)).toEqual([7, 7, 4, 4]);
  expect(readFileSync(spike.ledger, 'utf8')).not.toMatch(/hunter2|another-secret/);
  expect(ended.map(({ stderr }) => stderr).join('')).not.toMatch(/hunter2|another-secret/);
  expect(spike.records().at(-1)).toMatchObject({ kind: 'refuse', argv: args.with(5, '***') });
});

describe('where no spike is open', () => {
  async function runElsewhere(args: readonly string[], { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv }) {
    return finish([process.execPath, spikeRunProgram(), ...args], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: createFolder(), ...env },
    });
  }

  test('a command is not run, and the next one to type is said', async () => {
    const repository = createRepository();
    repository.commit('Begin');
    const inRepository = await runElsewhere(['touch', 'proof'], { cwd: repository.path });
    const outside = await runElsewhere(['touch', 'proof'], { cwd: createFolder() });

    expect(inRepository).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^spike: error: .*found main\nspike: hint: spike new <slug>\n$/),
    });
    expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining('spike: hint: ') });
    expect(existsSync(join(repository.path, 'proof'))).toBe(false);
  });

  test('with a draft, that is to start it', async () => {
    const spike = createSpike();
    rmSync(spike.ledger);
    writeFileSync(pathsIn(spike.directory).hypothesis, 'draft');
    rmSync(join(spike.repository.path, '.git/spike-gate/branches'), { recursive: true });

    expect(await spike.run(['true'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/\nspike: hint: spike start\n$/),
    });
    expect(await spike.run(['true'], { env: { SPIKE_DIR: spike.directory } })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/\nspike: hint: spike start\n$/),
    });
  });

  test('--if-open just runs it, and touches nothing', async () => {
    const repository = createRepository();
    const home = createFolder();
    const cwd = createFolder();
    const inRepository = await runElsewhere(['--if-open', 'sh', '-c', 'echo hi; exit 9'], {
      cwd: repository.path,
      env: { SPIKE_HOME: home },
    });
    const outside = await runElsewhere(['--if-open', '--', 'false'], { cwd, env: { SPIKE_HOME: home } });
    const missing = await runElsewhere(['--if-open', 'no-such-command'], { cwd });
    const unstarted = await runElsewhere(['--if-open', 'false'], { cwd, env: { SPIKE_DIR: join(home, 'x') } });

    expect(inRepository).toEqual({ code: 9, signal: null, stdout: 'hi\n', stderr: '' });
    expect([outside, missing, unstarted].map(({ code }) => code)).toEqual([1, 127, 1]);
    expect(existsSync(join(repository.path, '.git/spike-gate'))).toBe(false);
  });

  test('because it is sealed, a command is not run; --if-open runs it', async () => {
    const spike = createSpike();
    updateLedger(spike.directory, thisMachine(), (ledger) => ledger.append(seal()));
    const before = readFileSync(spike.ledger);

    expect(await spike.run(['true'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/killed .*\nspike: hint: /),
    });
    expect(await spike.run(['--if-open', 'false'])).toMatchObject({ code: 1, stderr: '' });
    expect(readFileSync(spike.ledger)).toEqual(before);
  });

  test('though it was started, because its ledger is out of sight, --if-open runs nothing either', async () => {
    const spike = createSpike();
    rmSync(spike.directory, { recursive: true });

    for (const args of [['true'], ['--if-open', 'true']]) {
      expect(await spike.run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('sandbox') });
    }
  });
});

test('--if-open records, and refuses, where a spike is open', async () => {
  const spike = createSpike();
  const ended = await runAgain(spike, ['--if-open', ...FAILS], 4);

  expect(ended.map(({ code }) => code)).toEqual([7, 7, 4, 4]);
});

describe('$SPIKE_DIR', () => {
  test('names the spike, also from outside the repository', async () => {
    const spike = createSpike();
    const cwd = createFolder();
    await spike.run(['true'], { env: { SPIKE_DIR: spike.directory } });
    await spike.run(['true'], { cwd, env: { SPIKE_DIR: spike.directory } });

    expect(spike.records()).toMatchObject([
      { kind: 'open' },
      { at: '.' },
      { kind: 'run' },
      { kind: 'start', cwd },
      { kind: 'run' },
    ]);
    expect(spike.records()[3]).not.toHaveProperty('at');
  });

  test.each([
    ['another branch', (spike: SpikeFixture) => spike.repository.git('switch', '--quiet', 'main')],
    ['a detached HEAD', (spike: SpikeFixture) => spike.repository.git('switch', '--quiet', '--detach')],
    [
      'another repository',
      (spike: SpikeFixture) => writeFileSync(join(spike.repository.path, '.git/spike-gate/id'), 'other-0123456789ab\n'),
    ],
  ])('is refused on %s', async (_name, move) => {
    const spike = createSpike();
    move(spike);
    const before = readFileSync(spike.ledger);
    const ended = await spike.run(['--if-open', 'touch', 'proof'], { env: { SPIKE_DIR: spike.directory } });

    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('spike: hint: unset SPIKE_DIR') });
    expect(existsSync(join(spike.repository.path, 'proof'))).toBe(false);
    expect(readFileSync(spike.ledger)).toEqual(before);
  });
});

test('a note that leads to the ledger of another branch is not followed', async () => {
  const spike = createSpike();
  spike.repository.git('branch', '--move', 'spike/renamed');
  noteBranch(join(spike.repository.path, '.git'), 'spike/renamed', spike.directory);

  expect((await spike.run(['true'])).code).toBe(2);
  expect(spike.records()).toHaveLength(1);
});

test('a linked worktree on the branch has the same spike', async () => {
  const spike = createSpike();
  spike.repository.git('switch', '--quiet', 'main');
  const linked = join(createFolder(), 'linked');
  spike.repository.git('worktree', 'add', '--quiet', linked, `spike/${SLUG}`);

  expect((await spike.run(['true'], { cwd: linked })).code).toBe(0);
  expect(spike.records()[1]).toMatchObject({ cwd: linked, at: '.' });
});

test('a broken ledger runs nothing, and says the line', async () => {
  const spike = createSpike();
  await spike.run(['true']);
  appendFileSync(spike.ledger, '{"v":1}\n');
  const before = readFileSync(spike.ledger);
  const ended = await spike.run(['touch', 'proof']);

  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`${spike.ledger}:4: `) });
  expect(existsSync(join(spike.repository.path, 'proof'))).toBe(false);
  expect(readFileSync(spike.ledger)).toEqual(before);
});

describe('arguments', () => {
  test.each([
    [[], 'expected a command, found none'],
    [['--if-open'], 'expected a command, found none'],
    [['--'], 'expected a command, found none'],
    [['--verbose', 'true'], 'expected a command, found the unknown option --verbose'],
    [['-c', 'true'], 'expected a command, found the unknown option -c'],
  ])('%j are refused', async (args, message) => {
    const ended = await createSpike().run(args);

    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `spike: error: ${message}\nspike: hint: spike-run [--if-open] [--] command [argument…]\n`,
    });
  });

  test('after -- are the command’s own, and so are those after its name', async () => {
    const spike = createSpike();
    spike.repository.write('-odd', '#!/bin/sh\necho "odd $*"\n', 0o755);
    const odd = await spike.run(['--', '-odd', '--if-open', '--'], {
      env: { PATH: `${spike.repository.path}:${process.env['PATH']}` },
    });
    const echo = await spike.run(['echo', '--', '--version', '--if-open']);

    expect([odd.stdout, echo.stdout]).toEqual(['odd --if-open --\n', '-- --version --if-open\n']);
  });

  test('--help and --version are told on standard output', async () => {
    const spike = createSpike();

    expect(await spike.run(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage: spike-run /),
      stderr: '',
    });
    expect(await spike.run(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });
});

describe('what cannot be passed on unchanged is refused by name', () => {
  const wrapped = `'${process.execPath}' "$PROGRAM"`;

  async function inShell(script: string, spike: SpikeFixture) {
    return finish(['sh', '-c', script], {
      cwd: spike.repository.path,
      env: { ...spike.env, PROGRAM: spikeRunProgram() },
    });
  }

  test.each([
    ['an argument', `${wrapped} echo fine "$(printf 'a\\377b')"`, 'argument 3 (a\\xffb)'],
    ['a variable', `export ODD="$(printf 'a\\377b')"; ${wrapped} echo fine`, 'the environment variable ODD'],
    [
      'a folder',
      `mkdir "$(printf 'a\\377b')" && cd "$(printf 'a\\377b')" && ${wrapped} echo fine`,
      'the working directory',
    ],
  ])('%s', async (_name, script, named) => {
    const spike = createSpike();
    const ended = await inShell(script, spike);

    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(`expected UTF-8 in ${named}`);
    expect(spike.records()).toHaveLength(1);
  });

  test('but a replacement character that is really there is passed on', async () => {
    const spike = createSpike();
    mkdirSync(join(spike.repository.path, '\ufffd'));
    const ended = await inShell(`cd '\ufffd'; ODD='\ufffd' ${wrapped} sh -c 'echo "$1 $ODD"' sh '\ufffd'`, spike);

    expect(ended).toMatchObject({ code: 0, stdout: '\ufffd \ufffd\n' });
  });
});

test('a control directory that may not be written runs nothing, and names the likely cause', async () => {
  const spike = createSpike();
  chmodSync(spike.directory, 0o500);
  // To root, modes are no obstacle until it has given up the right to pass them over.
  const humbly = process.getuid?.() === 0 ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] : [];
  const command = [...humbly, process.execPath, spikeRunProgram(), 'touch', 'proof'];
  const ended = await finish(command, { cwd: spike.repository.path, env: spike.env });
  chmodSync(spike.directory, 0o700);

  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^spike: error: expected to write in .*EACCES.*\nspike: hint: .*sandbox/);
  expect(existsSync(join(spike.repository.path, 'proof'))).toBe(false);
});

test('a command whose end cannot be recorded keeps its status, and that is said', async () => {
  const spike = createSpike();
  const failed = await spike.run(['sh', '-c', `mv '${spike.ledger}' '${spike.ledger}.away'; exit 5`]);
  writeFileSync(spike.ledger, readFileSync(`${spike.ledger}.away`));
  const passed = await spike.run(['sh', '-c', `rm '${spike.ledger}'`]);

  expect([failed.code, passed.code]).toEqual([5, 1]);
  expect(failed.stderr).toMatch(
    /^spike: error: the command ran and ended with 5, but that is not recorded, and will count as 137: /,
  );
  expect(passed.stderr).toContain('ended with 0');
});

describe('what the engine compiled is kept beside the program', () => {
  const COMPILED = `spike-run-body.cjs.${process.version}-${process.arch}`;

  /** The program in a folder of its own, as it was installed. */
  function installed(): { readonly folder: string; readonly run: (spike: SpikeFixture) => Promise<Finished> } {
    const folder = createFolder();
    for (const name of ['spike-run.cjs', 'spike-run-body.cjs'])
      copyFileSync(join(spikeRunProgram(), '..', name), join(folder, name));
    const program = join(folder, 'spike-run.cjs');
    return {
      folder,
      run: ({ env, repository }) => finish([process.execPath, program, 'echo', 'hi'], { cwd: repository.path, env }),
    };
  }

  const FINE = { code: 0, signal: null, stdout: 'hi\n', stderr: '' };

  test('after the first run, for the next', async () => {
    const spike = createSpike();
    const { folder, run } = installed();
    expect(await run(spike)).toEqual(FINE);

    expect(readdirSync(folder).sort()).toEqual(['spike-run-body.cjs', COMPILED, 'spike-run.cjs']);
    const kept = readFileSync(join(folder, COMPILED));
    expect(await run(spike)).toEqual(FINE);
    expect(readFileSync(join(folder, COMPILED))).toEqual(kept);
  });

  test('and is not believed where it was damaged, or belongs to another body', async () => {
    const spike = createSpike();
    const { folder, run } = installed();
    await run(spike);
    const path = join(folder, COMPILED);
    const kept = readFileSync(path);
    const damaged = [0, 200, 5000, kept.length >> 1, kept.length - 1].map((at) =>
      kept.with(at, (kept[at] ?? 0) ^ 0x40),
    );
    for (const bytes of [...damaged, kept.subarray(0, 100), kept.subarray(0, -1), Buffer.alloc(0)]) {
      writeFileSync(path, bytes);
      expect(await run(spike)).toEqual(FINE);
    }

    const body = join(folder, 'spike-run-body.cjs');
    writeFileSync(body, readFileSync(body, 'utf8').replace('spike-run [--if-open]', 'SPIKE-RUN [--if-open]'));
    writeFileSync(path, kept);
    expect(await run(spike)).toEqual(FINE);
    expect(readFileSync(path).equals(kept)).toBe(false);
  });

  test('where that is allowed', async () => {
    const spike = createSpike();
    const { folder, run } = installed();
    mkdirSync(join(folder, COMPILED));

    expect(await run(spike)).toEqual(FINE);
    expect(readdirSync(folder).sort()).toEqual(['spike-run-body.cjs', COMPILED, 'spike-run.cjs']);
  });
});
