import { expect, test } from 'vitest';
import { RUN_RULES } from '../../src/core/evaluate-run.ts';
import { RULES } from '../../src/core/rules/table.ts';

test('the hot path judges by the rules of the table that have a run column, in its order', () => {
  expect(RUN_RULES).toEqual(RULES.filter((rule) => rule.run !== undefined));
});
