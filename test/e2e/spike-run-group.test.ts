import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createSpike, type SpikeFixture, spikeRunProgram } from '../support/spike-fixture.ts';
import { CTRL_BACKSLASH, CTRL_C, openTerminal } from '../support/terminal.ts';

const COUNTING = `const signals = ['SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGALRM', 'SIGINT', 'SIGQUIT'];
for (const signal of signals) process.on(signal, () => console.log(signal));
process.stdin.resume();
setInterval(() => undefined, 1000);
console.log('ready');`;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((settle) => setTimeout(settle, 10));
}

/** A wrapped command in a process group of its own, without a terminal; it says each signal that reaches it. */
async function counting(spike: SpikeFixture) {
  const child = spawn(process.execPath, [spikeRunProgram(), process.execPath, '-e', COUNTING], {
    cwd: spike.repository.path,
    env: spike.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid = 0 } = child;
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    process.kill(-pid, 'SIGKILL');
    await exit;
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  await until(() => out.includes('ready\n'));
  return { pid, said: () => out.split('\n').slice(1, -1) };
}

test.each(['SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGALRM', 'SIGINT', 'SIGQUIT'] as const)(
  '%s to a whole process group reaches a command that handles it once from its sender, and once more passed on',
  async (signal) => {
    const { pid, said } = await counting(createSpike());
    process.kill(-pid, signal);
    await until(() => said().length > 0);
    await new Promise((settle) => setTimeout(settle, 300));

    // Of two that arrive before the first is handled the kernel makes one.
    expect([[signal], [signal, signal]]).toContainEqual(said());
  },
);

test('to the wrapper alone it reaches the command once', async () => {
  const { pid, said } = await counting(createSpike());
  process.kill(pid, 'SIGTERM');
  await until(() => said().length > 0);
  await new Promise((settle) => setTimeout(settle, 300));

  expect(said()).toEqual(['SIGTERM']);
});

test('the keys of a terminal reach the command once', async () => {
  const spike = createSpike();
  const terminal = openTerminal(
    `exec '${process.execPath}' '${spikeRunProgram()}' '${process.execPath}' -e "${COUNTING}"`,
    { cwd: spike.repository.path, env: spike.env },
  );
  await terminal.see('ready');
  terminal.type(CTRL_C);
  await terminal.see('SIGINT');
  terminal.type(CTRL_BACKSLASH);
  await terminal.see('SIGQUIT');
  await new Promise((settle) => setTimeout(settle, 300));

  expect(terminal.screen().match(/SIG\w+/g)).toEqual(['SIGINT', 'SIGQUIT']);
});
