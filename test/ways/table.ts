/** The table of HOOKS.md, as the tests read it, and as they write it where it has to change. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANAGERS, type ManagerColumn } from './desk.ts';
import type { Outcome } from './try-way.ts';
import { argvOf, PASSES, type Row, WAYS } from './ways.ts';

const DOCUMENT = join(import.meta.dirname, '../../HOOKS.md');

/** From 2.54 on, git runs hooks that its configuration names, whatever core.hooksPath says. */
const MARK = hearsConfigHooks() ? 'git 2.54 and later' : 'before git 2.54';

const SIGNS: Readonly<Record<Outcome, string>> = { refused: '●', hole: '○', allowed: '✓' };
const NOT_TAKEN = '·';
const UNTRIED = '?';

/** What the table says of one row of the tests. */
export function signIn(manager: ManagerColumn, { way, pass }: Row): string | undefined {
  const cells = readRows().find(([name]) => name === nameOf(way));
  return cells?.[MANAGERS.indexOf(manager) + 1]?.split(' ')[PASSES.indexOf(pass)];
}

export function signOf(outcome: Outcome): string {
  return SIGNS[outcome];
}

/** For whoever changes what the hooks do: `VITEST_WRITE_TABLE=1 npx vitest run test/ways`. */
export function writeColumn(manager: ManagerColumn, outcomes: ReadonlyMap<Row, Outcome>): void {
  const at = MANAGERS.indexOf(manager) + 1;
  const known = new Map(readRows().map((cells) => [cells[0], cells]));
  const rows = WAYS.map((way) => {
    const cells = [...(known.get(nameOf(way)) ?? [nameOf(way), ...MANAGERS.map(() => UNTRIED)])];
    cells[at] = PASSES.map((pass) => {
      if (argvOf(way, pass) === undefined) return NOT_TAKEN;
      const [, outcome] = [...outcomes].find(([row]) => row.way === way && row.pass === pass) ?? [];
      return outcome === undefined ? UNTRIED : SIGNS[outcome];
    }).join(' ');
    return `| ${cells.join(' | ')} |`;
  });
  const { before, after } = split();
  const head = [`| ${['way', ...MANAGERS].join(' | ')} |`, `|${'---|'.repeat(MANAGERS.length + 1)}`];
  writeFileSync(DOCUMENT, `${before}${[...head, ...rows].join('\n')}\n${after}`);
}

function nameOf({ words }: Row['way']): string {
  return `\`${words}\``;
}

function readRows(): readonly (readonly string[])[] {
  const lines = split().table.split('\n').slice(2);
  return lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

function split(): { readonly before: string; readonly table: string; readonly after: string } {
  const text = readFileSync(DOCUMENT, 'utf8');
  const begin = `<!-- ways, ${MARK} -->\n`;
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf('<!-- /ways -->', from);
  if (from < begin.length || to === -1) throw new Error(`expected ${begin.trim()} and its end in HOOKS.md`);
  return { before: text.slice(0, from), table: text.slice(from, to), after: text.slice(to) };
}

function hearsConfigHooks(): boolean {
  const { stdout } = spawnSync('git', ['version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > 2 || Number(minor) >= 54;
}
