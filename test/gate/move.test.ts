import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeMoves } from '../../src/gate/move.ts';
import { parseMovedRefs } from '../../src/git/moved-refs.ts';
import { findWorktree } from '../../src/git/worktree.ts';
import { thisMachine } from '../../src/process/machine.ts';
import { createSpikeRepository, type SpikeRepository, shippedSpike } from '../support/spike-repository.ts';

const REF = 'refs/heads/spike/users-email';
const ZEROS = '0'.repeat(40);

/** Whether each branch may move so, and the rules by which not. */
function judge({ path }: SpikeRepository, ...lines: readonly string[]): readonly (true | readonly string[])[] {
  const worktree = findWorktree(path, {});
  if (worktree === undefined) throw new Error('expected a worktree');
  const moved = parseMovedRefs(lines.map((line) => `${line}\n`).join(''));
  return judgeMoves(moved, { worktree, patterns: () => ['spike/*'], world: thisMachine() }).map(
    ({ passed, findings }) => passed || findings.map(({ rule }) => rule),
  );
}

/** One commit of work, and one that would be more. */
function begun(): { readonly spike: SpikeRepository; readonly from: string; readonly more: string } {
  const spike = createSpikeRepository();
  spike.begin();
  const from = spike.commitWork('Work', { 'app/answer': 'maybe\n' });
  const more = spike.git('commit-tree', '-p', from, '-m', 'more', `${spike.git('rev-parse', 'main')}^{tree}`);
  return { spike, from, more };
}

async function spent() {
  const here = begun();
  for (let time = 0; time < 3; time += 1) await here.spike.run('sh', 'no-such-file.sh');
  return here;
}

test('while the spike is live its branch moves wherever it goes', () => {
  const { spike, from, more } = begun();
  expect(judge(spike, `${from} ${more} ${REF}`)).toEqual([true]);
});

describe('once it is over', () => {
  test('it takes no new work, by whatever name git knows where it goes', async () => {
    const { spike, from, more } = await spent();

    for (const line of [
      `${from} ${more} ${REF}`,
      `${ZEROS} ${more} ${REF}`,
      `${from} ref:refs/heads/elsewhere ${REF}`,
      `${from} ${'d'.repeat(40)} ${REF}`,
    ])
      expect(judge(spike, line)).toEqual([['budget']]);
  });

  test('it goes back, and is removed, and made again where it was', async () => {
    const { spike, from, more } = await spent();
    const main = spike.git('rev-parse', 'main');

    expect(judge(spike, `${from} ${main} ${REF}`, `${from} ${from} ${REF}`)).toEqual([true, true]);
    expect(judge(spike, `${from} ${ZEROS} ${REF}`)).toEqual([]);
    spike.git('switch', '--quiet', 'main');
    spike.git('branch', '--quiet', '-D', 'spike/users-email');
    expect(judge(spike, `${ZEROS} ${from} ${REF}`)).toEqual([true]);
    expect(judge(spike, `${ZEROS} ${more} ${REF}`)).toEqual([['budget']]);
  });

  test('other refs are nobody’s business, and every branch is judged', async () => {
    const { spike, from, more } = await spent();
    const other = `${from} ${more} refs/heads/other`;

    expect(judge(spike, other, `${from} ${more} refs/tags/v1`, `${from} ${more} refs/heads/spike/foreign`)).toEqual([]);
    expect(judge(spike, other, `${from} ${more} ${REF}`, other)).toEqual([['budget']]);
  });

  test('the bundle alone may still be added', async () => {
    const { spike, from } = await spent();
    const blob = spike.gitWith({ input: 'evidence\n' }, 'hash-object', '-w', '--stdin').toString().trim();
    const add = (path: string): string => {
      spike.git('read-tree', from);
      spike.git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
      return spike.git('commit-tree', '-p', from, '-m', 'Evidence', spike.git('write-tree'));
    };

    expect(judge(spike, `${from} ${add('spikes/users-email/EVIDENCE.md')} ${REF}`)).toEqual([true]);
    expect(judge(spike, `${from} ${add('spikes/other/EVIDENCE.md')} ${REF}`)).toEqual([['budget']]);
  });

  test('without its ledger it does not move', () => {
    const { spike, from, more } = begun();
    const note = spike.git('rev-parse', '--git-common-dir');
    rmSync(join(spike.path, note, 'spike-gate/branches/spike%2Fusers-email'));
    expect(judge(spike, `${from} ${more} ${REF}`)).toEqual([]);
    spike.write('.git/spike-gate/branches/spike%2Fusers-email', '/nowhere\n');
    expect(judge(spike, `${from} ${more} ${REF}`)).toEqual([['spike-open']]);
  });
});

test('a shipped spike is judged where it is pushed or merged', async () => {
  const spike = await shippedSpike();
  const from = spike.git('rev-parse', 'HEAD');
  const more = spike.git('commit-tree', '-p', from, '-m', 'more', 'main^{tree}');

  expect(judge(spike, `${from} ${more} ${REF}`)).toEqual([true]);
});
