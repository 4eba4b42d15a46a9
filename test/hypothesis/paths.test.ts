import { describe, expect, test } from 'vitest';
import { parsePathLine } from '../../src/hypothesis/paths.ts';

describe('declared', () => {
  test.each<[string, readonly string[]]>([
    ['- db/migrations/', ['db/migrations/']],
    ['* src/a.ts', ['src/a.ts']],
    ['+ src/a.ts', ['src/a.ts']],
    ['  - src/a.ts  ', ['src/a.ts']],
    ['src/a.ts', ['src/a.ts']],
    ['- `src/a b.ts` (new)', ['src/a b.ts']],
    ['`src/a.ts`, `src/b.ts`', ['src/a.ts', 'src/b.ts']],
    ['- ./src//a/./b.ts', ['src/a/b.ts']],
    ['- src/./', ['src/']],
    ['- src/**/*.sql', ['src/**/*.sql']],
    ['- *.md', ['*.md']],
    ['- README*', ['README*']],
    ['- .gitignore', ['.gitignore']],
    ['- .githubx/y', ['.githubx/y']],
    ['- a/.github/x', ['a/.github/x']],
    ['- a,b', ['a,b']],
    ['- :-)/x'.replace(':', 'x'), ['x-)/x']],
    ['', []],
    ['   ', []],
  ])('%j', (line, paths) => {
    expect(parsePathLine(line)).toEqual(paths);
  });
});

describe('refused', () => {
  test.each<[string, RegExp]>([
    ['- .', /whole repository/],
    ['- ./', /whole repository/],
    ['- /', /absolute/],
    ['- /etc/passwd', /absolute/],
    ['- ~/x', /absolute/],
    ['- C:/x', /absolute/],
    ['- src\\a.ts', /backslash/],
    ['- ..', /"\.\."/],
    ['- src/../../x', /"\.\."/],
    ['- :(top)x', /magic/],
    ['- :!x', /magic/],
    ['- !src/x', /leading "!"/],
    ['- **', /too wide/],
    ['- **/x.ts', /too wide/],
    ['- */x.ts', /too wide/],
    ['- */', /too wide/],
    ['- s*/x.ts', /too wide/],
    ['- s?c/x', /too wide/],
    ['- [s]rc/x', /too wide/],
    ['- a**', /too wide/],
    ['- .git/config', /\.git/],
    ['- a/.GIT/config', /\.git/],
    ['- .github', /no spike may change/],
    ['- .github/workflows/ci.yml', /no spike may change/],
    ['- .GitHub/x', /no spike may change/],
    ['- .spike.yml', /no spike may change/],
    ['- ./.spike/allowed_signers', /no spike may change/],
    ['- .spike/', /no spike may change/],
    ['- src/a.ts src/b.ts', /more than a path/],
    ['src/a.ts, src/b.ts', /more than a path/],
    ['- src/a.ts # new', /more than a path/],
    ['- src/`a`', /more than a path/],
    ['- `src/a', /nothing closes/],
    ['- "src/a.ts"', /quotes/],
    ['- src/a.ts,', /comma/],
    ['- src/{a,b}.ts', /braces/],
    ['-', /empty/],
    ['- ``  ``', /empty|nothing closes/],
  ])('%j', (line, problem) => {
    expect(parsePathLine(line)).toEqual({ problem: expect.stringMatching(problem), hint: expect.stringMatching(/./) });
  });
});
