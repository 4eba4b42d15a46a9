import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderCommand } from '../../src/core/command-line.ts';
import { splitShellWords } from '../../src/hypothesis/shell-words.ts';

describe('split as a shell splits', () => {
  test.each<[string, readonly string[]]>([
    ['pytest tests/test_a.py -q', ['pytest', 'tests/test_a.py', '-q']],
    ['  a \t b  ', ['a', 'b']],
    [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
    [`a b'c'"d"e`, ['a', 'bcde']],
    [`a '' ""`, ['a', '', '']],
    [`a "\\"\\\\\\$\\x"`, ['a', '"\\$\\x']],
    [`a 'it'\\''s'`, ['a', "it's"]],
    [`pytest 'tests/*.py' "x[1]" a\\*`, ['pytest', 'tests/*.py', 'x[1]', 'a*']],
    [`sh -c 'a | b; c > "$d"'`, ['sh', '-c', 'a | b; c > "$d"']],
    [`grep "x$" 'y$'`, ['grep', 'x$', 'y$']],
    ['a#b a~b a! {} a=b 5%', ['a#b', 'a~b', 'a!', '{}', 'a=b', '5%']],
    ['[ -f x ]', ['[', '-f', 'x', ']']],
    ['env A=1 b', ['env', 'A=1', 'b']],
    ['./run ünï', ['./run', 'ünï']],
  ])('%s', (text, words) => {
    expect(splitShellWords(text)).toEqual(words);
  });
});

describe('refused, since no shell runs it', () => {
  test.each<[string, RegExp, RegExp]>([
    ['a | b', /operator "\|"/, /script/],
    ['a && b', /operator "&"/, /script/],
    ['a; b', /operator ";"/, /script/],
    ['a > b', /operator ">"/, /script/],
    ['a < b', /operator "<"/, /script/],
    ['(a)', /operator "\("/, /script/],
    ['a\nb', /operator "\\n"/, /script/],
    ['a `b`', /expansion "`b"/, /script/],
    ['a $(b)', /operator|expansion/, /script/],
    ['a $B', /expansion "\$B"/, /script/],
    ['a "$B"', /expansion "\$B"/, /quote/],
    [`a "$\{B}"`, /expansion "\$\{"/, /quote/],
    ['a "`b`"', /expansion "`b"/, /quote/],
    ["a $'b'", /expansion/, /quote/],
    ['pytest tests/*.py', /wildcard "\*"/, /quote/],
    ['pytest tests/a.py?', /wildcard "\?"/, /quote/],
    ['pytest a.py::b[1]', /wildcard "\["/, /quote/],
    ['[[ -f x ]]', /wildcard "\["/, /quote/],
    ['ls {a,b}', /braces/, /quote/],
    ['ls x{1..3}', /braces/, /quote/],
    ['ls ~/x', /"~"/, /quote/],
    ['ls # x', /"#"/, /quote/],
    ['A=1 b', /assignment/, /env A=…/],
    ["A='1' b", /assignment/, /env A=…/],
    ['! a', /"!"/, /exit status/],
    ["a 'b", /nothing closes/, /close it with '/],
    ['a "b', /nothing closes/, /close it with "/],
    ['a \\', /backslash/, /./],
    ['', /no command/, /program/],
    ['  ', /no command/, /program/],
    ["'' a", /no command/, /program/],
  ])('%j', (text, problem, hint) => {
    const fault = splitShellWords(text);
    expect(fault).toEqual({ problem: expect.stringMatching(problem), hint: expect.stringMatching(hint) });
  });
});

test('a command written out for a shell is read back', () => {
  const argument = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\u0000'));
  fc.assert(
    fc.property(fc.constantFrom('a', './b c', 'd$'), fc.array(argument), (program, rest) => {
      expect(splitShellWords(renderCommand([program, ...rest]))).toEqual([program, ...rest]);
    }),
    { seed: 40, numRuns: 1000 },
  );
});

test('what is not refused, sh splits the same way', () => {
  const piece = fc.constantFrom(
    ...`a b ' ' " " \\ $ \` * ? [ ] { } , . ~ # ! = - / % ^ @ é : +`.split(' '),
    ' ',
    ' ',
    '\t',
  );
  const texts = fc.sample(
    fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
    { seed: 41, numRuns: 20_000 },
  );
  const accepted = texts.flatMap((text) => {
    const words = splitShellWords(text);
    return 'problem' in words ? [] : [{ text, words }];
  });
  expect(accepted.length).toBeGreaterThan(1000);
  const script = accepted.map(({ text }) => `printf '%s\\0' ${text}\nprintf '\\1'`).join('\n');
  const { stdout, status } = spawnSync('/bin/sh', ['-f'], { input: script, cwd: '/', encoding: 'utf8' });
  expect(status).toBe(0);
  const split = stdout
    .split('\u0001')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
  expect(split).toEqual(accepted.map(({ words }) => words));
});
