import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
import { createSpike, spikeRunProgram } from '../support/spike-fixture.ts';

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((settle) => setTimeout(settle, 10));
}

test('an interruption before the observable begins is recorded as nothing', async () => {
  const spike = createSpike();
  const proof = join(createFolder(), 'proof');
  // A filter that git runs for the tree on which the observable is about to run.
  spike.repository.git('config', 'filter.slow.clean', `touch '${proof}'; sleep 2; cat`);
  spike.repository.write('.gitattributes', 'slow filter=slow\n');
  spike.repository.write('slow', 'x');
  const child = spawn(process.execPath, [spikeRunProgram(), 'sh', 'check.sh'], {
    cwd: spike.repository.path,
    env: spike.env,
    detached: true,
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  const { pid = 0 } = child;
  onTestFinished(() => void child.kill('SIGKILL'));
  await until(() => existsSync(proof));
  process.kill(-pid, 'SIGINT');

  expect(await exit).toEqual([null, 'SIGINT']);
  expect(spike.records().map(({ kind }) => kind)).toEqual(['open']);
  expect(existsSync(join(spike.directory, 'lock'))).toBe(false);
  spike.repository.git('config', 'filter.slow.clean', 'cat');
  expect((await spike.run(['true'])).code).toBe(0);
});

test('the tree is that from before the start, which is recorded after it was taken', async () => {
  const spike = createSpike();
  const proof = join(createFolder(), 'proof');
  spike.repository.git('config', 'filter.slow.clean', `cp '${spike.ledger}' '${proof}'; cat`);
  spike.repository.write('.gitattributes', 'slow filter=slow\n');
  spike.repository.write('slow', 'x');
  spike.repository.write('check.sh', `rm -f '${proof}.begun'; cp '${proof}' '${proof}.begun'\n`);
  await spike.run(['sh', 'check.sh']);

  const { recordsOf } = await import('../support/spike-fixture.ts');
  expect(recordsOf(`${proof}.begun`).map(({ kind }) => kind)).toEqual(['open']);
  expect(spike.records().map(({ kind }) => kind)).toEqual(['open', 'start', 'run']);
  expect(spike.records()[2]).toHaveProperty('tree');
});

test('a spike that ends while the tree is taken lets nothing begin', async () => {
  const spike = createSpike({ clock: 2 });
  spike.repository.git('config', 'filter.slow.clean', 'sleep 2.2; cat');
  spike.repository.write('.gitattributes', 'slow filter=slow\n');
  spike.repository.write('slow', 'x');
  spike.repository.write('check.sh', 'touch ran\n');
  const ended = await spike.run(['sh', 'check.sh']);

  expect(ended.code).toBe(3);
  expect(existsSync(join(spike.repository.path, 'ran'))).toBe(false);
  expect(spike.records().map(({ kind }) => kind)).toEqual(['open', 'refuse']);
});
