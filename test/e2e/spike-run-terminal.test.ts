import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readStat } from '../../src/process/process-table.ts';
import { createSpike, type SpikeFixture, spikeRunProgram } from '../support/spike-fixture.ts';
import { CTRL_BACKSLASH, CTRL_C, CTRL_Z, openTerminal, type Terminal } from '../support/terminal.ts';

const WRAPPED = `'${process.execPath}' '${spikeRunProgram()}'`;

function at(spike: SpikeFixture, command: string): Terminal {
  return openTerminal(command, { cwd: spike.repository.path, env: spike.env });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((settle) => setTimeout(settle, 10));
}

describe('at a terminal', () => {
  test('the command has the terminal itself', async () => {
    const spike = createSpike();
    const terminal = at(
      spike,
      `${WRAPPED} sh -c 'test -t 0 && test -t 1 && test -t 2 && read line && echo "got $line"'`,
    );
    terminal.type('hello\n');

    await terminal.see('got hello');
    expect(await terminal.ended()).toBe(0);
  });

  test('Ctrl-C reaches the command once, is recorded as an interruption, and ends the shell’s loop', async () => {
    const spike = createSpike();
    const terminal = at(
      spike,
      `for n in 1 2 3; do ${WRAPPED} sh -c 'trap "echo caught; trap - INT; kill -INT \\$\\$" INT; echo ready; while :; do sleep 0.1; done'; done; echo went on`,
    );
    await terminal.see('ready');
    terminal.type(CTRL_C);
    await terminal.ended();

    expect(terminal.screen().match(/caught/g)).toHaveLength(1);
    expect(terminal.screen()).not.toContain('went on');
    expect(spike.records().slice(1)).toMatchObject([
      { kind: 'start' },
      { kind: 'run', exit: 130, signal: 'SIGINT', interrupted: true },
    ]);
  });

  test('a command that outlives Ctrl-C and passes has passed', async () => {
    const spike = createSpike();
    const terminal = at(spike, `exec ${WRAPPED} sh -c 'trap "exit 0" INT; echo ready; while :; do sleep 0.1; done'`);
    await terminal.see('ready');
    terminal.type(CTRL_C);

    expect(await terminal.ended()).toBe(0);
    expect(spike.records()[2]).toMatchObject({ exit: 0 });
    expect(spike.records()[2]).not.toHaveProperty('interrupted');
  });

  test('one that answers Ctrl-C with a status of its own was interrupted, and three such are free', async () => {
    const spike = createSpike();
    for (let time = 0; time < 3; time += 1) {
      const terminal = at(spike, `exec ${WRAPPED} sh -c 'trap "exit 2" INT; echo ready; while :; do sleep 0.1; done'`);
      await terminal.see('ready');
      terminal.type(CTRL_C);
      expect(await terminal.ended()).toBe(2);
    }

    expect(spike.records().filter(({ interrupted }) => interrupted === true)).toHaveLength(3);
    expect(await spike.run(['true'])).toMatchObject({ code: 0 });
  });

  test('Ctrl-\\ ends the command alone, and its end is recorded', async () => {
    const spike = createSpike();
    const terminal = at(spike, `ulimit -c 0; exec ${WRAPPED} sh -c 'echo ready; exec sleep 60'`);
    await terminal.see('ready');
    terminal.type(CTRL_BACKSLASH);

    expect(await terminal.ended()).toBe(131);
    expect(spike.records()[2]).toMatchObject({ exit: 131, signal: 'SIGQUIT' });
  });

  test('Ctrl-Z stops the command with its wrapper, and fg goes on with both', async () => {
    const spike = createSpike();
    const terminal = at(spike, 'sh -mi');
    terminal.type(`${WRAPPED} sh -c 'echo rea""dy; read line; echo "got $line"'; echo "sta""tus $?"\n`);
    await terminal.see('ready');
    terminal.type(CTRL_Z);
    await terminal.see('status 1');
    terminal.type('jobs; echo li""sted\n');
    expect((await terminal.see('listed')).toLowerCase()).toMatch(/stopped|suspended/);
    expect(spike.records().map(({ kind }) => kind)).toEqual(['open', 'start']);

    terminal.type('fg\n');
    await terminal.see('sh -c');
    terminal.type('hello\n');
    await terminal.see('got hello');
    terminal.type('exit 0\n');
    await terminal.ended();
    expect(spike.records()[2]).toMatchObject({ kind: 'run', exit: 0 });
  });

  test('in the background it does not steal the terminal, and Ctrl-C passes it by', async () => {
    const spike = createSpike();
    const terminal = at(spike, 'sh -mi');
    terminal.type(`${WRAPPED} sh -c 'echo rea""dy; sleep 0.5; exit 3' &\n`);
    await terminal.see('ready');
    terminal.type(CTRL_C);
    await until(() => spike.records().length === 3);
    terminal.type('exit 0\n');
    await terminal.ended();

    expect(spike.records()[2]).toMatchObject({ exit: 3 });
  });

  test('what is said comes after the command’s own words, in colour, and with nothing that the terminal would obey', async () => {
    const spike = createSpike({ budget: 1 });
    const terminal = openTerminal(`TERM=xterm ${WRAPPED} sh -c 'echo own; exit 1' "$(printf 'a\\033]0;title\\007')"`, {
      cwd: spike.repository.path,
      env: spike.env,
    });

    expect(await terminal.ended()).toBe(4);
    const screen = terminal.screen();
    expect(screen.indexOf('own')).toBeLessThan(screen.indexOf('spike: error:'));
    expect(screen).toContain('\u001b[31mspike: error:\u001b[0m');
    expect(screen).toContain('a\\x1b]0;title\\x07');
  });
});

describe('signals', () => {
  const TRAPS = ['TERM', 'HUP', 'USR1', 'USR2', 'ALRM', 'INT', 'QUIT'];
  const counting = `${TRAPS.map((name) => `trap 'echo ${name}' ${name}`).join('; ')}; trap 'exit 9' TTOU; echo ready; while :; do sleep 0.05; done`;

  /** A wrapped command without a terminal, as a harness or a build server has it. */
  async function background(spike: SpikeFixture, script: string) {
    const child = spawn(process.execPath, [spikeRunProgram(), 'sh', '-c', script], {
      cwd: spike.repository.path,
      env: spike.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { pid = 0 } = child;
    // Before anything is waited for: it may be over by then.
    const exit = once(child, 'exit');
    onTestFinished(() => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        return;
      }
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    await until(() => out.includes('ready\n'));
    return { child, said: () => out.split('\n').slice(1, -1), exit };
  }

  test('that are sent to the wrapper arrive at the command, each once', async () => {
    const spike = createSpike();
    const { child, said, exit } = await background(spike, counting);
    for (const [index, name] of TRAPS.entries()) {
      process.kill(child.pid ?? 0, `SIG${name}`);
      await until(() => said().length > index);
    }
    await new Promise((settle) => setTimeout(settle, 200));

    expect(said()).toEqual(TRAPS);
    // The shell's own pid is the wrapper's child.
    const shell = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
    expect(readStat(shell)?.state).toBeDefined();
    process.kill(shell, 'SIGTTOU');
    expect(await exit).toEqual([9, null]);
    expect(spike.records()[2]).toMatchObject({ exit: 9 });
    expect(spike.records()[2]).not.toHaveProperty('interrupted');
  });

  test('that end the command end the wrapper as a shell would say', async () => {
    const spike = createSpike();
    const { child, exit } = await background(spike, 'echo ready; exec sleep 60');
    child.kill('SIGTERM');

    expect(await exit).toEqual([143, null]);
    expect(spike.records()[2]).toMatchObject({ exit: 143, signal: 'SIGTERM' });
  });

  test('SIGINT without a terminal is passed on, and is no interruption that is free', async () => {
    const spike = createSpike();
    const { child, exit } = await background(spike, 'echo ready; exec sleep 60');
    child.kill('SIGINT');

    expect(await exit).toEqual([null, 'SIGINT']);
    expect(spike.records()[2]).toMatchObject({ exit: 130, signal: 'SIGINT' });
    expect(spike.records()[2]).not.toHaveProperty('interrupted');
  });

  test('a grandchild that goes on keeps its streams, and is not waited for', async () => {
    const spike = createSpike();
    const { said, exit } = await background(spike, 'echo ready; (sleep 0.4; echo later) & exit 0');

    expect(await exit).toEqual([0, null]);
    await until(() => said().includes('later'));
    expect(spike.records().map(({ kind }) => kind)).toEqual(['open', 'start', 'run']);
  });
});
