import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCommand } from '../../src/core/command-line.ts';

test.each([
  [['pytest', 'tests/test_a.py', '-q'], 'pytest tests/test_a.py -q'],
  [['npm', 'run', 'test:unit', '--', '--grep=a,b', 'x@1.2+3%'], 'npm run test:unit -- --grep=a,b x@1.2+3%'],
  [['echo', ''], "echo ''"],
  [['echo', 'two words'], "echo 'two words'"],
  [['echo', "it's"], "echo 'it'\\''s'"],
  [['sh', '-c', 'a && b > c'], "sh -c 'a && b > c'"],
  [['echo', '$HOME', '`id`', '~', '*', '#'], "echo '$HOME' '`id`' '~' '*' '#'"],
  [['echo', 'a\nb'], "echo 'a\nb'"],
  [['ä'], "'ä'"],
  [['A=b', 'C=d'], "'A=b' C=d"],
  [[], ''],
])('%j is typed as %j', (argv, line) => {
  expect(renderCommand(argv)).toBe(line);
});

describe('a shell', () => {
  /** Arguments as a shell takes them from the line, each ended by a NUL. */
  function taken(line: string): readonly string[] {
    const { stdout } = spawnSync('/bin/sh', ['-c', line], { env: { PATH: '/usr/bin:/bin' } });
    return stdout.toString('utf8').split('\0').slice(0, -1);
  }

  test('takes from the line the arguments that it was made of', () => {
    const argument = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...` '"\\$\`~*?#!&|;<>(){}[]=\n\t%-`), maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    const arguments_ = fc.array(
      argument.filter((text) => !text.includes('\0')),
      { minLength: 1, maxLength: 20 },
    );
    const property = fc.property(arguments_, (argv) => {
      expect(taken(renderCommand(['printf', '%s\\0', ...argv]))).toEqual(argv);
    });

    expect(() => fc.assert(property, { numRuns: 60 })).not.toThrow();
  });

  test('looks for a command of that name, be there an equals sign in it', () => {
    const { status, stderr } = spawnSync('/bin/sh', ['-c', renderCommand(['NAME=value'])], { encoding: 'utf8' });

    expect(status).toBe(127);
    expect(stderr).toContain('NAME=value');
  });
});
