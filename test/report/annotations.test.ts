import { expect, test } from 'vitest';
import type { Finding } from '../../src/core/finding.ts';
import { renderAnnotations } from '../../src/report/annotations.ts';
import { HOSTILE } from './spikes.ts';

const FINDING: Finding = { rule: 'paths', message: 'expected a, found b', hint: 'move b', file: 'src/b.ts', line: 3 };

test('a finding stands at its file and line, with what to do', () => {
  expect(renderAnnotations([FINDING])).toEqual([
    { title: 'spike-gate: paths', message: 'expected a, found b\nTo do: move b', file: 'src/b.ts', line: 3 },
  ]);
});

test('a finding without a place has none', () => {
  expect(renderAnnotations([{ rule: 'decision', message: 'm', hint: 'h' }])).toEqual([
    { title: 'spike-gate: decision', message: 'm\nTo do: h' },
  ]);
});

test('ten are all, eleven are nine and a last that counts the others', () => {
  expect(renderAnnotations(Array.from({ length: 10 }, () => FINDING))).toHaveLength(10);
  const eleven = renderAnnotations(Array.from({ length: 11 }, () => FINDING));
  expect(eleven).toHaveLength(10);
  expect(eleven.at(-1)?.message).toBe('and 2 more findings: see the job summary');
});

test('a path in a message is told from the words around it', () => {
  const file = 'lib/ok" and approved ✅ all rules hold';
  const [annotation] = renderAnnotations([{ rule: 'paths', message: `found ${file}`, hint: 'move it', file }]);

  expect(annotation?.message).toBe('found "lib/ok\\" and approved ✅ all rules hold"\nTo do: move it');
});

test('hostile text is made visible and bounded', () => {
  const [annotation] = renderAnnotations([
    { ...FINDING, message: `${HOSTILE}\n${'\u{e0041}'.repeat(4000)}`, hint: HOSTILE },
  ]);

  expect(annotation?.message.split('\n')).toHaveLength(2);
  expect(annotation?.message).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(annotation?.message.length).toBeLessThan(4096);
});
