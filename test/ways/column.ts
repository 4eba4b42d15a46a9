/** One column of the table of HOOKS.md, tried. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAvailable, type ManagerColumn, makeTemplate, type Template } from './desk.ts';
import { signIn, signOf, writeColumn } from './table.ts';
import { type Outcome, tryWay } from './try-way.ts';
import { ROWS, type Row } from './ways.ts';

export function tryColumn(manager: ManagerColumn): void {
  const available = isAvailable(manager);
  if (!available) process.stderr.write(`not tried: ${manager} is not installed on this machine\n`);
  describe.skipIf(!available)(`beside ${manager}, after the end of a spike`, () => {
    const outcomes = new Map<Row, Outcome>();
    let template: Template | undefined;

    beforeAll(() => {
      template = makeTemplate(manager);
    }, 120_000);
    afterAll(() => {
      template?.remove();
      if (process.env['VITEST_WRITE_TABLE'] === '1') writeColumn(manager, outcomes);
    });

    test.each(ROWS)('$words', (row) => {
      if (template === undefined) throw new Error('expected a template, found none');
      const { outcome, faults } = tryWay(row, template.copy());
      outcomes.set(row, outcome);

      expect(faults).toEqual([]);
      if (process.env['VITEST_WRITE_TABLE'] !== '1') expect(signIn(manager, row)).toBe(signOf(outcome));
    });
  });
}
