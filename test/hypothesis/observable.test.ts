import { describe, expect, test } from 'vitest';
import { parseObservable } from '../../src/hypothesis/observable.ts';

describe('found in the prose', () => {
  test.each<[string, { argv: readonly string[]; cwd: string; exit: number }]>([
    ['`pytest tests/a.py -q` exits 0', { argv: ['pytest', 'tests/a.py', '-q'], cwd: '.', exit: 0 }],
    ['pytest tests/a.py -q exits 0', { argv: ['pytest', 'tests/a.py', '-q'], cwd: '.', exit: 0 }],
    ['`npm test` in packages/app exits 0', { argv: ['npm', 'test'], cwd: 'packages/app', exit: 0 }],
    ['`npm test` in `my app` exits 0', { argv: ['npm', 'test'], cwd: 'my app', exit: 0 }],
    ['npm test in ./packages/app/ exits 1', { argv: ['npm', 'test'], cwd: 'packages/app', exit: 1 }],
    ['`npm test` in . exits 255', { argv: ['npm', 'test'], cwd: '.', exit: 255 }],
    ['The suite `npm test` exits 0, and `x` exits 1 no more.', { argv: ['npm', 'test'], cwd: '.', exit: 0 }],
    ['`pytest a\n  -q`\nexits 0.', { argv: ['pytest', 'a', '-q'], cwd: '.', exit: 0 }],
    ["`sh -c 'x exits 3'` exits 0", { argv: ['sh', '-c', 'x exits 3'], cwd: '.', exit: 0 }],
    ["``a '`' b`` exits 0", { argv: ['a', '`', 'b'], cwd: '.', exit: 0 }],
    ['`a` (see `b`) `c` exits 7', { argv: ['c'], cwd: '.', exit: 7 }],
    ['grep foo in bar exits 1', { argv: ['grep', 'foo'], cwd: 'bar', exit: 1 }],
  ])('%j', (text, observable) => {
    expect(parseObservable(text)).toEqual(observable);
  });
});

describe('refused', () => {
  test.each<[string, RegExp]>([
    ['', /no "<command> exits/],
    ['the tests pass', /no "<command> exits/],
    ['`npm test` exits non-zero', /no "<command> exits/],
    ['`npm test` exits with 0', /no "<command> exits/],
    ['`npm test exits 0`', /no "<command> exits/],
    ['`npm test` exits 0-5', /no "<command> exits/],
    ['`npm test` exits -1', /no "<command> exits/],
    ['`npm test` exits 256', /exit status 256/],
    ['exits 0', /no command/],
    ['`` `` exits 0', /no "<command>|no command/],
    ['`npm test` always exits 0', /between the command/],
    ['npm test in `app` exits 0', /folder in back quotes/],
    ['`npm test` in /app exits 0', /absolute path as its folder/],
    ['`npm test` in ../app exits 0', /"\.\." as its folder/],
    ['`npm test` in a/.git exits 0', /\.git as its folder/],
    ['`npm test` in a\\b exits 0', /backslash as its folder/],
    ['`npm test | tail` exits 0', /operator/],
    ['`CI=1 npm test` exits 0', /assignment/],
    ['`pytest tests/*.py` exits 0', /wildcard/],
    ["`sh -c 'a\nb'` exits 0", /line break that is quoted/],
    ['`a \\\n b` exits 0', /line break that is quoted/],
    ['`a --password hunter2` exits 0', /credential/],
    ['`env TOKEN=abc a` exits 0', /credential/],
  ])('%j', (text, problem) => {
    expect(parseObservable(text)).toEqual({
      problem: expect.stringMatching(problem),
      hint: expect.stringMatching(/./),
    });
  });

  test('a credential is not repeated', () => {
    expect(JSON.stringify(parseObservable('`a --password hunter2` exits 0'))).not.toContain('hunter2');
  });
});
