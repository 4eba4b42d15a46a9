import { expect, test } from 'vitest';
import { parseSlug } from '../../src/core/slug.ts';
import { parseHypothesis } from '../../src/hypothesis/parse.ts';
import { renderTemplate } from '../../src/hypothesis/template.ts';
import { refusalOf } from '../support/refusal.ts';

const TEMPLATE = renderTemplate(parseSlug('users-email'));
const FILLED = TEMPLATE.replace('(fill in: the one change, and what it makes true)', 'A makes B true.')
  .replace('(fill in: the command)', 'npm test')
  .replace('(fill in: a file or folder)', 'src/');

test('an untouched template is refused, and what is to be filled in is named', () => {
  const { code, message, place } = refusalOf(() => parseHypothesis(Buffer.from(TEMPLATE), 'HYPOTHESIS.md'));
  expect(code).toBe('hypothesis-refused');
  expect(message).toContain('Statement, Observable, Paths to be filled in');
  expect(TEMPLATE.split('\n')[(place?.line ?? 0) - 1]).toMatch(/^Statement: \(fill in/);
});

test('one placeholder left is named, even when an editor has wrapped it', () => {
  const left = FILLED.replace('A makes B true.', '(fill in: the one change,\nand what it makes true)');
  const { message } = refusalOf(() => parseHypothesis(Buffer.from(left), 'HYPOTHESIS.md'));
  expect(message).toContain('expected Statement to be filled in');
});

test('a filled template is a hypothesis', () => {
  const { title, statement, observable, paths, kill, ship } = parseHypothesis(Buffer.from(FILLED), 'HYPOTHESIS.md');
  expect({ title, statement, observable, paths }).toEqual({
    title: 'users-email',
    statement: 'A makes B true.',
    observable: { argv: ['npm', 'test'], cwd: '.', exit: 0 },
    paths: ['src/'],
  });
  expect(kill).toContain('whichever comes first');
  expect(ship).toContain('observable holds');
});

test('it fits an editor of 80 columns', () => {
  expect(TEMPLATE.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
