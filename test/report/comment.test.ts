import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../../src/core/brand.ts';
import { evaluate } from '../../src/core/evaluate.ts';
import { RULE_IDS } from '../../src/core/finding.ts';
import { renderComment, renderSummary } from '../../src/report/comment.ts';
import { startsWithMarker } from '../../src/report/marker.ts';
import type { CommentView } from '../../src/report/view.ts';
import { FAILING } from './failing.ts';
import { buildLedger, commitId, patchIdOf } from './ledger.ts';
import { asUnknown, facts, green, hostile, killed, manyRuns, sealed, secondAttempt, view } from './spikes.ts';

/** GitHub's own limit. */
const LIMIT = 65_536;

describe('the whole comment, as a person has looked at it', () => {
  test.each([
    { name: 'green', given: () => view(green()) },
    { name: 'second-attempt', given: () => view(secondAttempt()) },
    { name: 'killed', given: () => view(killed(), 'evidence') },
    { name: 'not-shipped-yet', given: () => view(facts()) },
    { name: 'open-with-a-ledger', given: () => view(open()) },
    { name: 'hostile', given: () => view(hostile()) },
    { name: 'many-runs', given: () => view(manyRuns()) },
    ...Object.entries(FAILING).map(([rule, make]) => ({ name: `failing-${rule}`, given: () => view(make()) })),
  ])('$name', async ({ name, given }) => {
    await expect(renderComment(given())).toMatchFileSnapshot(`snapshots/comments/${name}.md`);
  });
});

describe('the first line', () => {
  test.each([
    {
      name: 'shipped',
      given: () => view(green()),
      line: '### ✅ Shipped: `users-email` at attempt 1, on `9f2e6d33a371`, self-reported',
    },
    {
      name: 'killed',
      given: () => view(killed(), 'evidence'),
      line: '### 🛑 Killed: `users-email` at attempt 1, on `9f2e6d33a371`, self-reported',
    },
    {
      name: 'open',
      given: () => view(open()),
      line: '### ⏳ Not shipped yet: `users-email`, attempt 1 is open, on `9f2e6d33a371`',
    },
    {
      name: 'no evidence yet',
      given: () => view(facts(), 'evidence'),
      line: '### ⏳ Not killed yet: `users-email`, on `9f2e6d33a371`',
    },
    {
      name: 'shipped and failing',
      given: () => view(FAILING.seal()),
      line: '### ❌ Shipped: `users-email` at attempt 1, on `9f2e6d33a371`, self-reported, but 1 rule fails',
    },
    {
      name: 'an unreadable log',
      given: () => view(FAILING.log()),
      line: '### ❌ Not shipped: the command log of `users-email` could not be read, on `9f2e6d33a371`',
    },
  ])('says $name', ({ given, line }) => {
    expect(renderSummary(given()).split('\n')[0]).toBe(line);
  });
});

test('the comment is the marker and the summary', () => {
  const given = view(green());
  const comment = renderComment(given);

  expect(startsWithMarker(comment)).toBe(true);
  expect(comment.split('\n')[0]).toContain(commitId('head'));
  expect(comment.slice(comment.indexOf('\n') + 1)).toBe(renderSummary(given));
});

test('every failing rule is told with what to do, and every other one is folded', () => {
  for (const [rule, make] of Object.entries(FAILING)) {
    const given = view(make());
    const [told = '', folded = ''] = renderSummary(given).split('<details>');
    for (const finding of given.verdict.findings) {
      expect(told).toContain(`❌ **${finding.rule}**`);
    }
    if (rule === 'log') expect(folded).toBe('');
    else for (const held of given.verdict.held) expect(folded).toContain(`- **${held}**: `);
    expect(told, rule).toContain('**To do:**');
  }
});

test('a green comment fits on one screen', () => {
  const shown = renderSummary(view(green())).replace(/<details>[\s\S]*<\/details>/, 'folded');

  expect(shown.split('\n').filter((line) => line !== '').length).toBeLessThan(25);
});

test('a spike of 500 runs fits on a screen and a half', () => {
  const shown = renderSummary(view(manyRuns())).replace(/<details>[\s\S]*<\/details>/, 'folded');

  expect(shown.split('\n').filter((line) => line !== '').length).toBeLessThan(35);
  expect(shown).toContain('501 runs: 334 passed, 167 failed');
});

test('an open spike is no wall of failures', () => {
  const summary = renderSummary(view(facts()));

  expect(summary).toContain('**Next:** where the spike was started, `spike ship -m "why"`');
  expect(summary).not.toContain('❌');
  expect(summary).not.toContain('Proved');
});

describe('untrusted text stays in its place', () => {
  const text = renderComment(view(hostile()));
  const outsideCode = text.replace(/<code>[^<\n]*<\/code>|`[^`\n]+`/g, 'code');

  test('it opens no tag, fold, comment, image or link', () => {
    expect(outsideCode.replaceAll('<br>', '').match(/<[^>]*>/g)).toEqual([
      expect.stringContaining('<!-- spike-gate:evidence v1 head='),
      '<details>',
      '<summary>',
      '</summary>',
      '</details>',
      '<sub>',
      '</sub>',
    ]);
    expect(outsideCode).not.toMatch(/\]\(/);
  });

  test('it begins no block', () => {
    expect(text).not.toMatch(/^#+ heading/m);
    expect(text.match(/^```/gm)).toHaveLength(2);
    expect(text).not.toMatch(/^ {4,}\S/m);
  });

  test('what would be invisible is shown', () => {
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(text).toMatch(/202e/i);
  });

  test('it mentions nobody', () => {
    expect(outsideCode).not.toMatch(/@octocat/);
  });
});

describe('under the limit', () => {
  const paths = Array.from({ length: 10_000 }, (_, index) => `src/${'deep/'.repeat(40)}${index}.ts` as RepoPath);

  test('10,000 files outside the paths', () => {
    const given = green();
    const change = {
      kind: 'known',
      base: commitId('base'),
      patch: patchIdOf('sealed'),
      files: 10_000,
      outside: paths,
      protected: [],
    } as const;
    const comment = renderComment(view({ ...given, change }));

    expect(comment.length).toBeLessThan(LIMIT);
    expect(comment).toContain('and 9990 more');
  });

  test('whole sections are dropped, and said to be', () => {
    const tags = '\u{e0041}'.repeat(5000);
    const given = sealed({
      ledger: buildLedger({
        paths: Array.from({ length: 40 }, () => tags),
        reason: tags,
        attempt: 2,
        previous: buildLedger().head(),
      }),
      earlier: [],
      paragraph: tags,
      sealedAt: 3,
      seal: { outside: Array.from({ length: 40 }, (_, index) => `${index}${tags}`) },
    });
    const comment = renderComment(view(given));

    expect(comment.length).toBeLessThan(LIMIT);
    expect(comment).toMatch(/\*Left out, since a comment has room for so much: the rules that hold, /);
    expect(comment).toContain('❌ Shipped: `users-email` at attempt 2');
    expect(comment).toContain('paths**');
  });

  test('findings that fit nowhere keep their names', () => {
    const given = view(green());
    const message = '\u{e0041}'.repeat(300);
    const findings = RULE_IDS.flatMap((rule) =>
      Array.from({ length: 10 }, (_, index) => ({ rule, message, hint: `${index}${message}` })),
    );
    const comment = renderComment({ ...given, verdict: { ...given.verdict, passed: false, findings, held: [] } });

    expect(comment.length).toBeLessThan(LIMIT);
    for (const rule of RULE_IDS) expect(comment).toContain(`- **${rule}**: 10 findings`);
  });
});

describe('several spikes in one comment', () => {
  test('each has its headline', () => {
    const views = [green(), secondAttempt()].map((given) => ({
      ...view(given),
      verdict: evaluate({ gate: 'carrier', facts: given }),
    }));
    const [first, second] = views;
    if (first === undefined || second === undefined) throw new Error('expected two');
    const comment = renderComment(first, second);

    expect(comment.match(/^### ✅ Shipped: `users-email` at attempt [12],/gm)).toHaveLength(2);
    expect(comment.match(/<!-- spike-gate/g)).toHaveLength(1);
  });

  test('a hundred of them stay under the limit, none left out', () => {
    const many = Array.from({ length: 100 }, () => view(green()));
    const comment = renderComment(view(green()), ...many);

    expect(comment.length).toBeLessThan(LIMIT);
    expect(comment.match(/^### /gm)).toHaveLength(101);
  });

  test('one that is not shipped fails with all that is missing', () => {
    const given = facts();
    const summary = renderSummary({ ...view(given), verdict: evaluate({ gate: 'carrier', facts: given }) });

    expect(summary).toContain('### ❌ Not shipped yet: `users-email`');
    expect(summary).toContain('❌ **log**: expected a command log in the bundle');
  });
});

test('what could not be read is said with its place', () => {
  const change = { ...asUnknown('expected one merge base, found two'), kind: 'unknown' as const };
  const summary = renderSummary(
    view({
      ...green(),
      change,
      evidence: asUnknown('expected UTF-8', { file: 'spikes/users-email/EVIDENCE.md', line: 4 }),
    }),
  );

  expect(summary).toContain('`spikes/users-email/EVIDENCE.md:4`');
  expect(summary).toContain('**Diff:** could not be read: expected one merge base, found two');
});

function open(): CommentView['facts'] {
  const last = buildLedger()
    .run(5, { argv: ['make'], exit: 2 })
    .attempt();
  return facts({ ledgers: { kind: 'intact', earlier: [], last } });
}
