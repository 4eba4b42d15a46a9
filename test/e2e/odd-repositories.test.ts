/** Repositories that are made or laid out as few are: each hook finds what it needs, and refuses and lets through as anywhere else. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../support/git-fixture.ts';
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
  livesOn,
  playsOut,
  refuses,
  SPENT,
  type Spot,
  start,
  stock,
  succeeds,
  tipOf,
} from './odd-place.ts';

/** A folder with a git of 2.45 or later, for those who have an older one on PATH. */
const NEWER = process.env['VITEST_NEWER_GIT'];

describe('a folder', () => {
  it.each([
    ['with a space'],
    [`quo"te's`],
    ['$HOME and `true`'],
    ['new\nline'],
    ['größe 日本'],
    ['-n'],
    ['back\\slash*?[a]'],
  ])('named %j', (name) => {
    const shop = createShop(createSpot(), name);
    init(shop);
    playsOut(shop);
  });

  it.each([['with a space'], [`quo"te's $HOME`], ['new\nline'], ['größe 日本']])(
    'named %j that is a linked worktree, of one named so',
    (name) => {
      const shop = createShop(createSpot(), name);
      init(shop);
      shop.git('worktree', 'add', '--quiet', '--detach', join('..', `${name}-2`));
      playsOut(shop.at(`../${name}-2`));
    },
  );
});

describe('a repository', () => {
  it('whose objects are named by SHA-256', () => {
    const shop = createShop(createSpot(), 'shop', '--object-format=sha256');
    init(shop);
    playsOut(shop);
    expect(tipOf(shop)).toHaveLength(64);
  });

  it.skipIf(!hasReftable())(
    `whose refs are kept in a reftable${hasReftable() ? '' : ' (needs git 2.45: VITEST_NEWER_GIT=<its folder>)'}`,
    () => {
      const shop = createShop(createSpot({ git: NEWER }), 'shop', '--ref-format=reftable');
      init(shop);
      shop.git('worktree', 'add', '--quiet', '--detach', '../linked');
      playsOut(shop, { isPlain: false });
      shop.git('switch', '--quiet', 'main');
      playsOut(shop.at('../linked'), { slug: 'other', isPlain: false });
    },
  );

  it('whose git directory lies elsewhere', () => {
    const spot = createSpot();
    const shop = createShop(spot, 'shop', `--separate-git-dir=${join(spot.path, 'kept apart')}`);
    init(shop);
    playsOut(shop);
  });

  it('whose worktree is named by its configuration', () => {
    const spot = createSpot();
    mkdirSync(join(spot.path, 'files'));
    const shop = spot.at('shop');
    mkdirSync(shop.path);
    shop.git('init', '--quiet', '--initial-branch=main');
    shop.git('config', 'core.worktree', '../../files');
    const files = spot.at('files').with({ GIT_DIR: join(spot.path, 'shop/.git') });
    stock(files);
    init(files);
    playsOut(files);
  });

  it('whose worktrees have configurations of their own', () => {
    const shop = createShop(createSpot());
    shop.git('config', 'extensions.worktreeConfig', 'true');
    shop.git('config', '--worktree', 'core.worktree', shop.path);
    init(shop);
    shop.git('worktree', 'add', '--quiet', '--detach', '../linked');
    playsOut(shop);
    playsOut(shop.at('../linked'), { slug: 'other' });
  });

  it('whose HEAD is a symbolic link', () => {
    const shop = createShop(createSpot());
    init(shop);
    start(shop);
    const link = (): void => {
      const head = join(shop.path, '.git/HEAD');
      const name = readFileSync(head, 'utf8').slice('ref: '.length).trim();
      rmSync(head);
      symlinkSync(name, head);
    };
    link();
    livesOn(shop, { isPlain: false });
    expect(readlinkSync(join(shop.path, '.git/HEAD'))).toBe('refs/heads/spike/answer');
    fails(shop);
    const tip = tipOf(shop);
    shop.write('app/answer', 'too late\n');
    shop.git('add', '--all');
    refuses(shop, SPENT, 'commit', '--message', 'Go on');
    refuses(shop, SPENT, 'commit', '--no-verify', '--message', 'Go on');
    shop.git('reset', '--quiet', '--hard');
    refuses(shop, SPENT, 'merge', '--ff-only', childOf(shop));
    expect(tipOf(shop)).toBe(tip);
  });

  it('that was cloned shallow, its refs packed', () => {
    const spot = createSpot();
    const origin = createShop(spot, 'origin');
    init(origin);
    spot.git('clone', '--quiet', '--depth=1', `file://${origin.path}`, 'shop');
    const shop = spot.at('shop');
    expect(shop.git('rev-parse', '--is-shallow-repository')).toBe('true');
    shop.git('pack-refs', '--all');
    succeeds(shop.run('spike', 'init'));
    start(shop);
    shop.git('pack-refs', '--all');
    livesOn(shop);
    fails(shop);
    shop.git('pack-refs', '--all');
    isClosed(shop);
    origin.git('tag', 'newer');
    shop.git('fetch', '--quiet', '--tags');
    shop.git('fetch', '--quiet', '--unshallow');
    isClosed(shop);
  });

  it.each([['--sparse-index'], ['--no-sparse-index']])('of which few files are checked out, %s', (index) => {
    const shop = createShop(createSpot());
    commit(shop, { 'docs/deep/page': 'text\n', 'docs/other': 'text\n' }, 'Write');
    init(shop);
    shop.git('sparse-checkout', 'set', '--cone', index, 'app');
    playsOut(shop);
    // What is not checked out can be staged all the same.
    const blob = shop.git('rev-parse', 'HEAD:check.sh');
    start(onMain(shop), 'other');
    shop.git('update-index', '--add', '--cacheinfo', `100644,${blob},docs/deep/page`);
    refuses(shop, { why: /found docs\/deep\/page$/m }, 'commit', '--message', 'Leave the paths');
  });
});

describe('a submodule', () => {
  function superproject(): { readonly shop: Spot; readonly lib: Spot } {
    const spot = createSpot();
    createShop(spot, 'library');
    const shop = createShop(spot);
    for (const path of ['vendor/lib', 'other/lib']) shop.git('submodule', '--quiet', 'add', '../library', path);
    shop.git('commit', '--quiet', '--message', 'Take the library');
    const lib = shop.at('vendor/lib');
    expect(readFileSync(join(lib.path, '.git'), 'utf8')).toContain('.git/modules/vendor/lib');
    return { shop, lib };
  }

  it('is a repository like any other', () => {
    const { shop, lib } = superproject();
    init(lib);
    playsOut(lib);
    // The superproject has no hooks, and is none of a spike's in its submodule.
    shop.git('add', '--all');
    shop.git('commit', '--quiet', '--message', 'Take it on');
  });

  it('has linked worktrees too', () => {
    const { shop, lib } = superproject();
    init(lib);
    lib.git('worktree', 'add', '--quiet', '--detach', join(shop.path, '../beside'));
    playsOut(shop.at('../beside'));
  });

  it('is one path of its superproject, whatever it ignores', () => {
    const { shop, lib } = superproject();
    shop.git('config', '--file', '.gitmodules', 'submodule.other/lib.ignore', 'all');
    init(shop);
    start(shop, 'answer', ['vendor/']);
    commit(lib, { 'app/answer': 'yes\n' }, 'Answer yes');
    shop.git('add', '--force', 'vendor/lib');
    shop.git('commit', '--quiet', '--message', 'Take it on');
    isTrailed(shop);
    commit(shop.at('other/lib'), { 'app/answer': 'yes\n' }, 'Answer yes');
    shop.git('update-index', '--cacheinfo', `160000,${tipOf(shop.at('other/lib'))},other/lib`);
    for (const way of [[], ['--no-verify']]) {
      const { exitCode, stderr } = shop.tryGit('commit', ...way, '--message', 'Take it on');
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(/found other\/lib$/m) });
    }
  });
});

describe('a commit', () => {
  function shopOnSpike(): Spot {
    const shop = createShop(createSpot());
    commit(shop, { 'docs/page': 'text\n' }, 'Write');
    init(shop);
    start(shop);
    return shop;
  }

  it.each<[string, (shop: Spot) => Spot]>([
    [
      'from elsewhere',
      (shop) => shop.at(createFolder()).with({ GIT_DIR: `${shop.path}/.git`, GIT_WORK_TREE: shop.path }),
    ],
    [
      'from a folder inside, by relative names',
      (shop) => shop.at('app').with({ GIT_DIR: '../.git', GIT_WORK_TREE: '..' }),
    ],
    ['from the top, by its own name', (shop) => shop.with({ GIT_DIR: '.git' })],
    ['from its git directory', (shop) => shop.at('.git').with({ GIT_DIR: '.', GIT_WORK_TREE: '..' })],
  ])('that is told by the environment which repository it is of, %s', (_, seen) => {
    const shop = shopOnSpike();
    const other = seen(shop);
    shop.write('app/answer', 'maybe\n');
    other.git('add', '--all', shop.path);
    other.git('commit', '--quiet', '--message', 'Answer maybe');
    isTrailed(shop);
    shop.write('app/answer', 'perhaps\n');
    bare(other).git('commit', '--quiet', '--all', '--message', 'Answer perhaps');
    isTrailed(shop);
    shop.write('docs/page', 'other\n');
    refusesFrom({ from: other, shop }, /found docs\/page$/m, 'commit', '--all', '--message', 'Leave the paths');
    refusesFrom(
      { from: other, shop },
      /found docs\/page$/m,
      'commit',
      '--all',
      '--no-verify',
      '--message',
      'Leave the paths',
    );
    shop.git('reset', '--quiet', '--hard');
    fails(shop);
    shop.write('app/answer', 'late\n');
    refusesFrom({ from: other, shop }, SPENT.why, 'commit', '--all', '--message', 'Go on');
    refusesFrom({ from: other, shop }, SPENT.why, 'commit', '--all', '--no-verify', '--message', 'Go on');
    refusesFrom({ from: other, shop }, SPENT.why, 'update-ref', 'refs/heads/spike/answer', childOf(shop));
    shop.git('reset', '--quiet', '--hard');
    other.git('update-ref', 'refs/heads/feature', childOf(shop));
  });

  it('with an index of its own is judged by that one', () => {
    const shop = shopOnSpike();
    const own = shop.with({ GIT_INDEX_FILE: join(createFolder(), 'index') });
    own.git('read-tree', 'HEAD');
    // By the usual index this would be refused.
    shop.write('docs/page', 'other\n');
    shop.git('add', 'docs/page');
    shop.write('app/answer', 'maybe\n');
    own.git('add', 'app/answer');
    own.git('commit', '--quiet', '--message', 'Answer maybe');
    isTrailed(shop);
    shop.write('app/answer', 'perhaps\n');
    own.git('add', 'app/answer');
    bare(own).git('commit', '--quiet', '--message', 'Answer perhaps');
    isTrailed(shop);
    // And by the usual index this would be let through.
    shop.git('reset', '--quiet');
    own.git('add', 'docs/page');
    refusesFrom({ from: own, shop }, /found docs\/page$/m, 'commit', '--message', 'Leave the paths');
    refusesFrom({ from: own, shop }, /found docs\/page$/m, 'commit', '--no-verify', '--message', 'Leave the paths');
  });

  it('of named paths is judged by those, whatever else is staged', () => {
    const shop = shopOnSpike();
    shop.write('docs/page', 'other\n');
    shop.git('add', 'docs/page');
    shop.write('app/answer', 'maybe\n');
    shop.git('commit', '--quiet', '--message', 'Answer maybe', '--', 'app/answer');
    isTrailed(shop);
    shop.write('app/answer', 'perhaps\n');
    bare(shop).git('commit', '--quiet', '--message', 'Answer perhaps', '--only', 'app/answer');
    isTrailed(shop);
    expect(shop.git('status', '--porcelain')).toBe('M  docs/page');
    refuses(shop, { why: /found docs\/page$/m }, 'commit', '--message', 'Leave the paths', '--', 'docs/page');
    refuses(
      shop,
      { why: /found docs\/page$/m },
      'commit',
      '--no-verify',
      '--message',
      'Leave the paths',
      '--',
      'docs/page',
    );
    shop.write('app/answer', 'again\n');
    refuses(shop, { why: /found docs\/page$/m }, 'commit', '--message', 'Leave the paths', '--include', 'app/answer');
  });

  it('of everything is judged by what is not staged yet', () => {
    const shop = shopOnSpike();
    shop.write('app/answer', 'maybe\n');
    shop.git('commit', '--quiet', '--all', '--message', 'Answer maybe');
    isTrailed(shop);
    shop.write('docs/page', 'other\n');
    refuses(shop, { why: /found docs\/page$/m }, 'commit', '--all', '--message', 'Leave the paths');
    refuses(shop, { why: /found docs\/page$/m }, 'commit', '--all', '--no-verify', '--message', 'Leave the paths');
    expect(shop.git('status', '--porcelain')).toBe(' M docs/page');
  });
});

describe('a push into the repository itself', () => {
  it('moves a spike that is live, and none that is over', () => {
    const shop = createShop(createSpot());
    init(shop);
    start(shop);
    livesOn(shop);
    shop.git('switch', '--quiet', 'main');
    shop.at('..').git('clone', '--quiet', 'shop', 'clone');
    const clone = shop.at('../clone');
    const push = (...refs: readonly string[]) => clone.tryGit('push', '--quiet', 'origin', ...refs);
    clone.git('switch', '--quiet', 'spike/answer');
    clone.git('commit', '--quiet', '--allow-empty', '--message', 'Go on');
    succeeds(push('spike/answer'));
    shop.git('switch', '--quiet', 'spike/answer');
    fails(shop);
    shop.git('switch', '--quiet', 'main');
    clone.git('commit', '--quiet', '--allow-empty', '--message', 'Go on');
    const before = shop.git('for-each-ref');
    for (const way of [[], ['--force'], ['--atomic']]) {
      const { exitCode, stderr } = push(...way, 'spike/answer');
      expect(exitCode).not.toBe(0);
      expect(stderr).toMatch(SPENT.why);
      expect(shop.git('for-each-ref')).toBe(before);
    }
    succeeds(push('HEAD:refs/heads/feature'));
    succeeds(push(':spike/answer'));
    expect(shop.git('for-each-ref', 'refs/heads/spike')).toBe('');
  });
});

/** Git of `from`, seen from the worktree itself. */
function refusesFrom({ from, shop }: { from: Spot; shop: Spot }, why: RegExp, ...args: readonly string[]): void {
  const picture = (): string => [shop.git('for-each-ref'), shop.git('status', '--porcelain')].join('\n');
  const before = picture();
  const { exitCode, stderr } = from.tryGit(...args);
  expect({ args, stderr }).toEqual({ args, stderr: expect.stringMatching(why) });
  expect(exitCode).not.toBe(0);
  expect(picture()).toBe(before);
}

function onMain(shop: Spot): Spot {
  shop.git('switch', '--quiet', 'main');
  return shop;
}

function hasReftable(): boolean {
  const env = { ...process.env, PATH: `${NEWER ?? ''}:${process.env['PATH']}` };
  const { stdout } = spawnSync('git', ['init', '-h'], { env, encoding: 'utf8' });
  return stdout.includes('--ref-format') || stdout.includes('--[no-]ref-format');
}
