import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommitId } from '../../src/core/brand.ts';
import type { Landscape } from '../../src/core/cached-facts.ts';
import { dropFacts, keepFacts } from '../../src/ledger/facts-file.ts';
import { updateLedger } from '../../src/ledger/store.ts';
import { createFolder } from '../support/git-fixture.ts';
import { scriptedWorld } from '../support/scripted-world.ts';
import { openLedgerIn } from '../support/spike-fixture.ts';

const TIP = 'c'.repeat(40) as CommitId;
const LANDSCAPE: Landscape = { tip: TIP, targetFiles: [], undeclared: [] };

function desk() {
  const world = scriptedWorld();
  const directory = join(createFolder(), 'spike');
  openLedgerIn(directory, { world, clock: 60 });
  const file = join(directory, 'cache/facts');
  return {
    world,
    directory,
    file,
    keep: (landscape: Landscape | undefined = LANDSCAPE) => keepFacts(directory, world, () => landscape),
  };
}

test('a live spike has them, private and whole, with the bookmark that they go with', () => {
  const { directory, file, keep } = desk();
  keep();

  expect(readFileSync(file, 'utf8')).toMatch(/^spike-gate facts 1\nboot-1\n1060\nspike\/users-email\n(?:.+\n)*end\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(join(directory, 'cache/bookmark.json'))).toBe(true);
  expect(readdirSync(join(directory, 'cache')).filter((name) => name.startsWith('facts'))).toEqual(['facts']);
});

test.each([
  [
    'its time is over',
    ({ world }: ReturnType<typeof desk>) => {
      world.up += 60_000;
    },
  ],
  [
    'the machine was started anew',
    ({ world }: ReturnType<typeof desk>) => {
      world.boot = 'boot-2';
    },
  ],
  ['the ledger is gone', ({ directory }: ReturnType<typeof desk>) => rmSync(join(directory, 'command_log.jsonl'))],
  [
    'the ledger is broken',
    ({ directory }: ReturnType<typeof desk>) => writeFileSync(join(directory, 'command_log.jsonl'), 'no record\n'),
  ],
])('they are taken away where %s', (_, change) => {
  const here = desk();
  here.keep();
  expect(existsSync(here.file)).toBe(true);
  change(here);
  here.keep();

  expect(existsSync(here.file)).toBe(false);
});

test('they are taken away where the landscape is not known, and where it does not fit a line', () => {
  const here = desk();
  here.keep();
  keepFacts(here.directory, here.world, () => undefined);
  expect(existsSync(here.file)).toBe(false);
  here.keep({ ...LANDSCAPE, targetFiles: ['a\nend'] });
  expect(existsSync(here.file)).toBe(false);
});

test('what stands in their place fails nothing', () => {
  const here = desk();
  mkdirSync(here.file, { recursive: true });
  here.keep();
  dropFacts(here.directory);

  expect(statSync(here.file).isDirectory()).toBe(true);
  expect(updateLedger(here.directory, here.world, (ledger) => ledger.standing().open.attempt)).toBe(1);
});
