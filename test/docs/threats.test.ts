/** The tables of SECURITY.md are those of the red team: what is said to be caught is played, by that rule; and so is what is said to pass. */

import { expect, test } from 'vitest';
import { RULE_IDS } from '../../src/core/finding.ts';
import { ATTACKS } from '../red-team/attacks.ts';
import { ON_GITHUB } from '../red-team/on-github.ts';
import { PASSING } from '../red-team/passing.ts';
import { readPage, tableAfter } from './documents.ts';

/** In the order of the rules; a refusal to judge last. */
const ORDER: readonly string[] = [...RULE_IDS, 'refused'];

const security = readPage('SECURITY.md');

function rulesOf(row: string): string {
  const rules = new Set([...ATTACKS, ...ON_GITHUB].filter((attack) => attack.row === row).map(({ rule }) => rule));
  return ORDER.filter((rule) => [...rules].some((one) => one === rule)).join(', ');
}

test('every row of what is caught names the rules that the attacks of this row get', () => {
  const rows = tableAfter(security, '## What the pull-request gate catches');
  const played = [...new Set([...ATTACKS, ...ON_GITHUB].map(({ row }) => row))];

  expect(rows.map(([what = '']) => what).sort()).toEqual(played.sort());
  expect(rows.map(([what = '', rules = '']) => [what, rules.replaceAll('`', '')])).toEqual(
    rows.map(([what = '']) => [what, rulesOf(what)]),
  );
});

test('every row of what passes is one that was tried or lies outside the repository, and says what would catch it', () => {
  const rows = tableAfter(security, '## What it does not catch');

  expect(rows.map(([what = '', , caughtAt = '']) => [what, caughtAt])).toEqual(
    PASSING.map(({ row, caughtAt }) => [row, caughtAt]),
  );
});
