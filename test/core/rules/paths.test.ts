import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/core/evaluate.ts';
import { commitId } from '../../report/ledger.ts';
import {
  BUNDLE_ALONE,
  change,
  commitFacts,
  foundBy,
  killedFacts,
  PLACED,
  repoPaths,
  shippedFacts,
  UNKNOWN,
} from '../../support/facts.ts';

const UNREAD = {
  message: 'expected to know what changed: it is torn',
  hint: 'mend it',
  file: 'spikes/users-email/a-file',
  line: 7,
};

describe('a commit', () => {
  const mend = (path: string) =>
    `git restore --staged --source=${commitId('base').slice(0, 12)} -- ${path} takes it out of this commit`;

  test.each([
    { name: 'inside the paths', found: [], change: change() },
    {
      name: 'outside them',
      change: change({ outside: repoPaths('src/a.py', "it's here") }),
      found: [
        {
          message: 'expected changes inside the declared paths, found src/a.py',
          hint: mend('src/a.py'),
          file: 'src/a.py',
        },
        {
          message: "expected changes inside the declared paths, found it's here",
          hint: mend(`'it'\\''s here'`),
          file: "it's here",
        },
      ],
    },
    {
      name: 'on a protected path, told once though it is outside too',
      change: change({ outside: repoPaths('.spike.yml', 'src/a.py'), protected: repoPaths('.spike.yml') }),
      found: [
        {
          message: 'expected no change to a protected path, found .spike.yml',
          hint: mend('.spike.yml'),
          file: '.spike.yml',
        },
        {
          message: 'expected changes inside the declared paths, found src/a.py',
          hint: mend('src/a.py'),
          file: 'src/a.py',
        },
      ],
    },
    {
      name: 'on a protected path that was declared all the same',
      change: change({ protected: repoPaths('.github/workflows/ci.yml') }),
      found: [
        {
          message: 'expected no change to a protected path, found .github/workflows/ci.yml',
          hint: mend('.github/workflows/ci.yml'),
          file: '.github/workflows/ci.yml',
        },
      ],
    },
    { name: 'that cannot be read', change: PLACED, found: [UNREAD] },
  ])('$name', ({ change: changed, found }) => {
    expect(foundBy('paths', { gate: 'commit', facts: commitFacts({ change: changed }) })).toEqual(found);
  });

  test.each([change({ outside: repoPaths('src/a.py') }), change({ protected: repoPaths('.spike.yml') }), UNKNOWN])(
    'of the bundle alone adds nothing outside, whatever lies there by now',
    (changed) => {
      const facts = commitFacts({ change: changed, staged: BUNDLE_ALONE });

      expect(foundBy('paths', { gate: 'commit', facts })).toEqual([]);
    },
  );
});

/** As the hint says it. */
function takeOut(paths: string): string {
  const source = commitId('base').slice(0, 12);
  return `git restore --staged --worktree --source=${source} -- ${paths} takes it out, then commit that`;
}

describe('a pull request', () => {
  test.each([
    { name: 'inside the paths', change: change(), found: [] },
    {
      name: 'outside them and on a protected path',
      change: change({ outside: repoPaths('.spike.yml', 'src/a.py'), protected: repoPaths('.spike.yml') }),
      found: [
        {
          message: 'expected no change to a protected path, found .spike.yml',
          hint: `${takeOut('.spike.yml src/a.py')}; it may have a pull request of its own`,
          file: '.spike.yml',
        },
        {
          message: 'expected changes inside the declared paths, found src/a.py',
          hint: `${takeOut('.spike.yml src/a.py')}; it may have a pull request of its own`,
          file: 'src/a.py',
        },
      ],
    },
  ])('$name', ({ change: changed, found }) => {
    // The seal, which counted nothing outside, has its own word to say.
    const { findings } = evaluate({ gate: 'pull-request', facts: shippedFacts({ change: changed }) });
    expect(findings.filter(({ rule }) => rule === 'paths')).toEqual(found.map((one) => ({ rule: 'paths', ...one })));
  });
});

describe('evidence alone', () => {
  const stray = (path: string) => ({
    message: `expected the bundle alone, found a change to ${path}`,
    hint: `a killed spike never merges code: ${takeOut(path)}`,
    file: path,
  });
  const inside = (files: string) => ({
    message: `expected the bundle alone, found ${files} inside the declared paths`,
    hint: 'a killed spike never merges code: take it out',
  });

  test.each([
    { name: 'is the bundle', change: change({ files: 0 }), found: [] },
    {
      name: 'has a file outside the paths',
      change: change({ files: 1, outside: repoPaths('a') }),
      found: [stray('a')],
    },
    {
      name: 'has a protected file, told once though it is outside too',
      change: change({ files: 1, outside: repoPaths('.spike.yml'), protected: repoPaths('.spike.yml') }),
      found: [stray('.spike.yml')],
    },
    { name: 'has code inside the paths', change: change({ files: 1 }), found: [inside('1 changed file')] },
    {
      name: 'has code inside the paths and beside them',
      change: change({ files: 3, outside: repoPaths('a') }),
      found: [stray('a'), inside('2 changed files')],
    },
    { name: 'cannot be read', change: PLACED, found: [UNREAD] },
  ])('$name', ({ change: changed, found }) => {
    expect(foundBy('paths', { gate: 'evidence', facts: killedFacts({ change: changed }) })).toEqual(found);
  });
});

test('of more paths than a line holds each is told, and the command names none', () => {
  const paths = repoPaths(...Array.from({ length: 6 }, (_, index) => `src/${index}.py`));
  const facts = shippedFacts({ change: change({ outside: paths }) });
  const found = evaluate({ gate: 'pull-request', facts }).findings.filter(({ rule }) => rule === 'paths');

  expect(found.map(({ file }) => file)).toEqual(paths);
  expect(new Set(found.map(({ hint }) => hint))).toEqual(
    new Set([`${takeOut('<path>')}; it may have a pull request of its own`]),
  );
});

describe('without its ledger', () => {
  test('what is protected is told all the same, and of the declared paths nothing is', () => {
    const facts = shippedFacts({
      ledgers: PLACED,
      change: change({ outside: repoPaths('.spike.yml', 'src/a.py'), protected: repoPaths('.spike.yml') }),
    });
    const { findings, held } = evaluate({ gate: 'pull-request', facts });

    expect(findings.filter(({ rule }) => rule === 'paths').map(({ file }) => file)).toEqual(['.spike.yml']);
    expect(held).not.toContain('paths');
  });

  test('a change that touches nothing protected is not judged', () => {
    const facts = shippedFacts({ ledgers: PLACED });

    expect(evaluate({ gate: 'pull-request', facts }).held).not.toContain('paths');
  });
});

test('a path that is protected for what it stands for says what that is', () => {
  const paths = repoPaths('.gıthub/x.yml', 'app/../x');
  const aliases = new Map(paths.map((path) => [path, path.replace('ı', 'i')]));
  const facts = shippedFacts({ change: change({ protected: paths, aliases }) });

  expect(foundBy('paths', { gate: 'pull-request', facts }).map(({ message }) => message)).toEqual([
    'expected no change to a protected path, found .gıthub/x.yml, which some file systems take for .github/x.yml',
    'expected no change to a protected path, found app/../x',
  ]);
});
