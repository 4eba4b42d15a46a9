/** Many worktrees of one repository, and repositories that move: the hooks are the same everywhere, and mind only the spike's branch. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  bare,
  childOf,
  commit,
  createShop,
  createSpot,
  fails,
  init,
  isClosed,
  isTrailed,
  linkPrograms,
  livesOn,
  pictureOf,
  playsOut,
  refuses,
  SPENT,
  type Spot,
  start,
  staysUsable,
  succeeds,
  tipOf,
  trailersOf,
} from './odd-place.ts';

describe('a spike', () => {
  it.each([
    ['in the main worktree, the other made before init', 'before', 'main'],
    ['in the main worktree, the other made after init', 'after', 'main'],
    ['in a linked worktree that was made before init', 'before', 'linked'],
    ['in a linked worktree that was made after init', 'after', 'linked'],
  ])('%s, is nobody else’s business', (_, when, where) => {
    const shop = createShop(createSpot());
    const link = (): string => shop.git('worktree', 'add', '--quiet', '-b', 'linked', '../linked');
    if (when === 'before') link();
    init(shop);
    if (when === 'after') link();
    const linked = shop.at('../linked');
    const [spiking, other] = where === 'main' ? [shop, linked] : [linked, shop];
    other.git('switch', '--quiet', '--create', 'feature');
    goesOnAlone(other);
    start(spiking);
    livesOn(spiking);
    goesOnAlone(other);
    fails(spiking);
    isClosed(spiking);
    goesOnAlone(other);
    const later = childOf(spiking, 'spike/answer');
    for (const command of [
      ['update-ref', 'refs/heads/spike/answer', later],
      ['update-ref', '--no-deref', 'refs/heads/spike/answer', later],
      ['push', '--quiet', '.', `${later}:refs/heads/spike/answer`],
    ]) {
      refuses(other, SPENT, ...command);
    }
    staysUsable(spiking);
    goesOnAlone(other);
  });

  it('in each of two worktrees ends by itself', () => {
    const shop = createShop(createSpot());
    init(shop);
    shop.git('worktree', 'add', '--quiet', '--detach', '../linked');
    const linked = shop.at('../linked');
    start(shop, 'answer');
    start(linked, 'other');
    fails(shop);
    isClosed(shop);
    livesOn(linked, { slug: 'other' });
    fails(linked);
    isClosed(linked, { slug: 'other' });
    isClosed(shop);
  });

  it('in a worktree without packages is judged by the program of the main one', () => {
    const shop = createShop(createSpot());
    shop.write('.gitignore', 'node_modules/\n');
    init(shop);
    shop.git('worktree', 'add', '--quiet', '--detach', '../linked');
    const linked = shop.at('../linked');
    start(linked);
    livesOn(linked);
    fails(linked);
    const alone = bare(linked);
    refuses(
      alone,
      { why: /expected spike-gate in node_modules or on PATH.*found none$/m },
      'commit',
      '--allow-empty',
      '-m',
      'Go on',
    );
    linkPrograms(join(shop.path, 'node_modules/.bin'));
    isClosed(alone);
    staysUsable(alone);
    isClosed(alone.at('app/..'));
  });
});

describe('a bare repository with worktrees beside it', () => {
  function createBare(): { readonly folder: Spot; readonly main: Spot; readonly work: Spot } {
    const spot = createSpot();
    createShop(spot, 'origin');
    spot.git('clone', '--quiet', '--bare', 'origin', 'shop/.bare');
    const folder = spot.at('shop/.bare');
    folder.git('worktree', 'add', '--quiet', '../main', 'main');
    folder.git('worktree', 'add', '--quiet', '--detach', '../work');
    const main = folder.at('../main');
    init(main);
    const work = folder.at('../work');
    work.git('switch', '--quiet', '--detach', 'main');
    return { folder, main, work };
  }

  it('is one place for all of them', () => {
    const { main, work } = createBare();
    playsOut(work);
    goesOnAlone(main);
  });

  it('refuses what is typed in its own folder, or for it from elsewhere', () => {
    const { folder, main, work } = createBare();
    start(work);
    livesOn(work);
    folder.git('update-ref', 'refs/heads/spike/answer', childOf(work));
    work.git('reset', '--quiet', '--hard');
    fails(work);
    const later = childOf(work);
    work.git('switch', '--quiet', '--detach');
    main.git('branch', '--quiet', 'feed', later);
    const elsewhere = folder.at('../..').with({ GIT_DIR: folder.path });
    const named = (...args: readonly string[]): readonly string[] => [`--git-dir=${folder.path}`, ...args];
    for (const [spot, wrap] of [
      [folder, (...args: readonly string[]) => args],
      [folder.with({ GIT_DIR: '.' }), (...args: readonly string[]) => args],
      [folder.at('refs'), (...args: readonly string[]) => args],
      [elsewhere, (...args: readonly string[]) => args],
      [folder.at('../..'), named],
    ] as const) {
      for (const args of [
        ['update-ref', 'refs/heads/spike/answer', later],
        ['branch', '--force', 'spike/answer', later],
        ['fetch', '--quiet', folder.path, 'feed:spike/answer'],
        ['push', '--quiet', folder.path, 'feed:spike/answer'],
      ]) {
        const before = pictureOf(work);
        const { exitCode, stderr } = spot.tryGit(...wrap(...args));
        expect({ args, stderr }).toEqual({ args, stderr: expect.stringMatching(SPENT.why) });
        expect(exitCode).not.toBe(0);
        expect(pictureOf(work)).toBe(before);
      }
      bare(spot).git(...wrap('update-ref', 'refs/heads/feature', later));
      bare(spot).git(...wrap('update-ref', '-d', 'refs/heads/feature'));
    }
    folder.git('gc', '--quiet');
    folder.git('fetch', '--quiet', '--tags', 'origin');
    folder.git('branch', '-D', 'spike/answer');
  });
});

describe('a repository that is moved', () => {
  it.each(['live', 'over'])('keeps a spike that is %s', (state) => {
    const shop = createShop(createSpot());
    init(shop);
    start(shop);
    commit(shop, { 'app/answer': 'perhaps\n' }, 'Answer perhaps');
    if (state === 'over') fails(shop);
    const moved = shop.at('../elsewhere/other name');
    mkdirSync(join(moved.path, '..'));
    renameSync(shop.path, moved.path);
    if (state === 'live') {
      livesOn(moved);
      fails(moved);
    }
    isClosed(moved);
    staysUsable(moved);
  });

  it.each(['main', 'linked'])(
    'keeps the spike of a linked worktree: the %s one is moved, and git repairs it',
    (which) => {
      const spot = createSpot();
      createShop(spot);
      init(spot.at('shop'));
      spot.at('shop').git('worktree', 'add', '--quiet', '--detach', '../linked');
      start(spot.at('linked'));
      livesOn(spot.at('linked'));
      const moved = which === 'main' ? 'shop' : 'linked';
      renameSync(spot.at(moved).path, spot.at('moved').path);
      const shop = spot.at(which === 'main' ? 'moved' : 'shop');
      const linked = spot.at(which === 'main' ? 'linked' : 'moved');
      shop.git('worktree', 'repair', linked.path);
      commit(bare(linked), { 'app/answer': 'moved\n' }, 'Go on elsewhere');
      isTrailed(linked);
      fails(linked);
      isClosed(linked);
      staysUsable(linked);
      shop.git('worktree', 'move', linked.path, spot.at('moved again').path);
      isClosed(spot.at('moved again'));
      goesOnAlone(shop);
    },
  );
});

describe('a rebase', () => {
  it.each([['--merge'], ['--apply'], ['--interactive']])(
    '%s of a live spike goes onto a target that has moved, and none of one that is over',
    (backend) => {
      const shop = createShop(createSpot());
      init(shop);
      shop.git('worktree', 'add', '--quiet', '--detach', '../linked');
      const linked = shop.at('../linked');
      start(linked);
      for (const word of ['one', 'two', 'three']) commit(linked, { 'app/answer': `${word}\n` }, word);
      const trailers = linked.git('log', '--format=%(trailers:key=Spike,valueonly,separator=%x2C)', 'main..');
      commit(shop, { 'README.md': 'A shop\n' }, 'Say what it is');
      linked.git('rebase', '--quiet', backend, 'main');
      expect(linked.git('log', '--format=%(trailers:key=Spike,valueonly,separator=%x2C)', 'main..')).toBe(trailers);
      expect(linked.git('merge-base', 'main', 'HEAD')).toBe(tipOf(shop));
      commit(linked, { 'app/answer': 'after it\n' }, 'Go on');
      isTrailed(linked);
      livesOn(linked);
      // A stop in the middle, and commits made in it: HEAD is detached.
      commit(shop, { 'app/other': 'in conflict\n' }, 'Begin the other file too');
      expect(linked.tryGit('rebase', backend, 'main').exitCode).not.toBe(0);
      linked.write('app/other', 'solved\n');
      linked.git('add', '--all');
      linked.git('rebase', '--continue');
      expect(linked.git('symbolic-ref', 'HEAD')).toBe('refs/heads/spike/answer');
      for (const id of linked.git('rev-list', 'main..').split('\n')) {
        expect(trailersOf(linked, id)).toMatch(/^answer\/1 [0-9]+:[0-9a-f]{12}$/);
      }
      commit(shop, { 'README.md': 'A better shop\n' }, 'Say it better');
      fails(linked);
      refuses(linked, SPENT, 'rebase', backend, 'main');
      refuses(linked, SPENT, 'rebase', '--no-verify', backend, 'main');
      isClosed(linked);
      staysUsable(linked);
    },
  );

  it('that was under way when the spike ended can be left, and not finished', () => {
    const shop = createShop(createSpot());
    init(shop);
    shop.git('worktree', 'add', '--quiet', '--detach', '../linked');
    const linked = shop.at('../linked');
    for (const backend of ['--merge', '--apply']) {
      if (backend === '--merge') {
        start(linked);
        commit(linked, { 'app/answer': 'one\n' }, 'One');
      }
      const tip = tipOf(linked);
      commit(shop, { 'app/answer': `in conflict ${backend}\n` }, 'Answer too');
      const past = backend === '--apply' ? ['-c', 'core.hooksPath=/dev/null'] : [];
      expect(linked.tryGit(...past, 'rebase', backend, 'main').exitCode).not.toBe(0);
      if (backend === '--merge') fails(linked);
      linked.write('app/answer', 'solved\n');
      linked.git('add', '--all');
      const { exitCode, stderr } = linked.tryGit('rebase', '--continue');
      expect({ backend, stderr }).toEqual({ backend, stderr: expect.stringMatching(SPENT.why) });
      expect(exitCode).not.toBe(0);
      const hint = /^spike: hint: (git .*) puts back what git has changed meanwhile$/m.exec(stderr)?.[1] ?? 'false';
      succeeds(linked.run('sh', '-c', hint));
      expect([linked.git('symbolic-ref', 'HEAD'), tipOf(linked)]).toEqual(['refs/heads/spike/answer', tip]);
      expect(linked.git('status', '--porcelain')).toBe('');
    }
  });
});

describe('at once', () => {
  it('two worktrees commit on two live spikes, and a third off them', async () => {
    const shop = createShop(createSpot());
    init(shop);
    const worktrees = ['one', 'two', 'three'].map((name) => {
      shop.git('worktree', 'add', '--quiet', '--detach', `../${name}`);
      return { name, spot: shop.at(`../${name}`) };
    });
    for (const { name, spot } of worktrees.slice(0, 2)) start(spot, name);
    const third = worktrees[2]?.spot ?? shop;
    third.git('switch', '--quiet', '--create', 'feature');
    const said = await Promise.all([
      ...worktrees.slice(0, 2).map(({ spot }) => commitsMany(spot, 20)),
      commitsMany(bare(third), 20),
    ]);
    expect(said).toEqual(['', '', '']);
    for (const { name, spot } of worktrees.slice(0, 2)) {
      const ids = spot.git('rev-list', 'main..').split('\n');
      expect(ids).toHaveLength(20);
      for (const id of ids) isTrailed(spot, name, id);
    }
  });

  it('spikes begin and end in one worktree while another commits off them', async () => {
    const shop = createShop(createSpot());
    init(shop);
    shop.git('worktree', 'add', '--quiet', '-b', 'feature', '../linked');
    const stop = join(shop.path, '.git/stop');
    const committing = commitsMany(bare(shop.at('../linked')), 2000, stop);
    for (const slug of ['one', 'two', 'three', 'four']) {
      shop.git('switch', '--quiet', 'main');
      start(shop, slug);
      if (slug === 'one' || slug === 'three') {
        commit(shop, { 'app/answer': 'yes\n' }, 'Answer yes');
        succeeds(shop.run('spike-run', 'sh', 'check.sh'));
        succeeds(shop.run('spike', 'ship', '-m', 'The word is enough.'));
      } else {
        fails(shop);
        succeeds(shop.run('spike', 'kill', '-m', 'It taught nothing.'));
      }
    }
    shop.write('.git/stop', '');
    expect(await committing).toBe('');
    expect(Number(shop.git('rev-list', '--count', 'main..feature'))).toBeGreaterThan(4);
  });

  it('the hooks come while commits are made', async () => {
    const shop = createShop(createSpot());
    shop.git('worktree', 'add', '--quiet', '-b', 'feature', '../linked');
    const stop = join(shop.path, '.git/stop');
    const committing = commitsMany(bare(shop.at('../linked')), 2000, stop);
    for (let time = 0; time < 4; time += 1) {
      succeeds(shop.run('spike', 'init'));
      succeeds(shop.run('spike', 'init'));
      succeeds(shop.run('spike', 'init', '--uninstall'));
    }
    shop.write('.git/stop', '');
    expect(await committing).toBe('');
    expect(Number(shop.git('rev-list', '--count', 'main..feature'))).toBeGreaterThan(4);
  });
});

/** Off the spike, where the program is not to be found: nothing is asked. */
function goesOnAlone(spot: Spot): void {
  const other = bare(spot);
  const branch = other.git('branch', '--show-current');
  other.git('commit', '--quiet', '--allow-empty', '--message', 'Go on beside it');
  other.git('commit', '--quiet', '--allow-empty', '--amend', '--no-verify', '--message', 'Go on');
  expect(trailersOf(other)).toBe('');
  other.git('branch', '--force', `copy-of-${branch}`, branch);
  other.git('rebase', '--quiet', '--force-rebase', 'HEAD~1');
  expect(other.git('branch', '--show-current')).toBe(branch);
}

/**
 * What went wrong, in words; nothing where every commit was let through. Ends early once the file `stop` is there. Git looks whether
 * there is a hook, and runs it a moment later: one that is taken away in between fails, and the same commit goes through again:
 * an empty one, where only what git does after it had failed.
 */
async function commitsMany(spot: Spot, times: number, stop = ''): Promise<string> {
  const script = `number=0
commit() { git commit --quiet --all --allow-empty --message "Number $number" 2>&1; }
while [ "$number" -lt ${times} ] && { [ -z "$1" ] || [ ! -e "$1" ]; }; do
  number=$((number + 1))
  echo "$number" >app/answer
  until said=$(commit); do
    case $said in *'/hooks/'*': No such file'*) ;; *) echo "$said" && exit 1 ;; esac
  done
done`;
  const child = spawn('sh', ['-c', script, 'sh', stop], {
    cwd: spot.path,
    env: spot.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return code === 0 ? said : `${said}ended with ${code}`;
}
