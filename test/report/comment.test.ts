import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../../src/core/brand.ts';
import { evaluate } from '../../src/core/evaluate.ts';
import { RULE_IDS } from '../../src/core/finding.ts';
import { renderComment, renderSummary } from '../../src/report/comment.ts';
import { startsWithMarker } from '../../src/report/marker.ts';
import type { CommentView } from '../../src/report/view.ts';
import { FAILING } from './failing.ts';
import { buildLedger, commitId, HYPOTHESIS, patchIdOf } from './ledger.ts';
import {
  asUnknown,
  carriedOn,
  comingBack,
  facts,
  green,
  hostile,
  killed,
  manyRuns,
  noticed,
  sealed,
  secondAttempt,
  view,
} from './spikes.ts';

/** GitHub's own limit. */
const LIMIT = 65_536;

describe('the whole comment, as a person has looked at it', () => {
  test.each([
    { name: 'green', given: () => view(green()) },
    { name: 'second-attempt', given: () => view(secondAttempt()) },
    { name: 'killed', given: () => view(killed(), 'evidence') },
    { name: 'not-shipped-yet', given: () => view(facts()) },
    { name: 'open-with-a-ledger', given: () => view(open()) },
    { name: 'coming-back', given: () => view(comingBack()) },
    { name: 'noticed', given: noticed },
    { name: 'hostile', given: () => view(hostile()) },
    { name: 'many-runs', given: () => view(manyRuns()) },
    ...Object.entries(FAILING).map(([rule, make]) => ({ name: `failing-${rule}`, given: () => view(make()) })),
  ])('$name', async ({ name, given }) => {
    await expect(renderComment(given())).toMatchFileSnapshot(`snapshots/comments/${name}.md`);
  });
});

test('the whole comment on what a carrier brings', async () => {
  const [first, ...others] = carriedOn();
  if (first === undefined) throw new Error('expected a spike');
  await expect(renderComment(first, ...others)).toMatchFileSnapshot('snapshots/comments/carrier.md');
});

describe('the first line', () => {
  test.each([
    {
      name: 'shipped',
      given: () => view(green()),
      line: '### ✅ May merge: `users-email` shipped at attempt 1, on `9f2e6d33a371`, self-reported',
    },
    {
      name: 'killed',
      given: () => view(killed(), 'evidence'),
      line: '### ✅ The evidence may merge: `users-email` killed at attempt 1, on `9f2e6d33a371`, self-reported',
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
      line: '### ❌ May not merge: **seal** fails; `users-email` shipped at attempt 1, on `9f2e6d33a371`, self-reported',
    },
    {
      name: 'an unreadable log',
      given: () => view(FAILING.log()),
      line: '### ❌ May not merge: the command log of `users-email` could not be read, on `9f2e6d33a371`',
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
    const [told = '', ...folds] = renderSummary(given).split('<details>');
    const folded = folds.find((fold) => fold.includes('rules hold</summary>')) ?? '';
    for (const finding of given.verdict.findings) {
      expect(told).toContain(`❌ **${finding.rule}**`);
    }
    if (rule === 'log') expect(folded).toBe('');
    else for (const held of given.verdict.held) expect(folded).toContain(`- **${held}**: `);
    expect(told, rule).toContain('**To do:**');
  }
});

test('a green comment fits on one screen', () => {
  const shown = renderSummary(view(green())).replace(/<details>[\s\S]*?<\/details>/g, 'folded');

  expect(shown.split('\n').filter((line) => line !== '').length).toBeLessThan(25);
});

test('a spike of 500 runs fits on a screen and a half', () => {
  const shown = renderSummary(view(manyRuns())).replace(/<details>[\s\S]*?<\/details>/g, 'folded');

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
      ...['<details>', '<summary>', '</summary>', '</details>'],
      ...['<details>', '<summary>', '</summary>', '</details>'],
      ...['<details>', '<summary>', '</summary>', '</details>'],
    ]);
    expect(outsideCode).not.toMatch(/\]\(/);
  });

  test('it begins no block', () => {
    expect(text).not.toMatch(/^#+ heading/m);
    expect(text.match(/^```/gm)).toHaveLength(6);
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
    expect(comment).toContain('and 9990 more: see the job summary');
  });

  test('a long text in every place costs no section', () => {
    const tags = '\u{e0041}'.repeat(5000);
    const given = sealed({
      ledger: buildLedger({
        paths: Array.from({ length: 40 }, () => tags),
        reason: tags,
        attempt: 2,
        previous: buildLedger().head(),
      }),
      earlier: [],
      paragraph: `A reason ${tags}`,
      sealedAt: 3,
      seal: { outside: Array.from({ length: 40 }, (_, index) => `${index}${tags}`) },
    });
    const comment = renderComment(view(given));

    expect(comment.length).toBeLessThan(LIMIT);
    expect(comment).not.toContain('Left out');
    expect(comment).toContain('; `users-email` shipped at attempt 2');
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
    for (const rule of RULE_IDS) expect(comment).toContain(`- ❌ **${rule}**: 10 findings`);
    expect(comment).toContain('and 7 more: see the job summary');
    expect(comment).toContain(
      '*Left out, since a comment has room for so much: the picture, the repeated failures, the diff, the clock: see the job summary.*',
    );
  });

  test.each([
    ['plain', 'x'.repeat(70_000)],
    ['that is escaped', '\u{e0041}'.repeat(33_000)],
    ['of mentions', '@ $\n'.repeat(20_000)],
    ['of marks', 'a\u0301'.repeat(5) + '\u0301'.repeat(60_000)],
  ])('text %s, however long and wherever it stands', (_what, text) => {
    const comment = renderComment(huge(text));

    expect(comment.length).toBeLessThan(LIMIT);
    expect(comment).toMatch(/^### ❌ May not merge: .*; `users-email` shipped at attempt 2/m);
    for (const rule of RULE_IDS) expect(comment).toContain(`**${rule}**`);
    expect(comment).toContain('**Claim:** ');
    expect(comment).toContain('**Decision: ship**, with an EVIDENCE.md that is not the sealed one\n\n> A reason');
    expect(comment).toContain('The log was opened on ');
  });
});

/** Every field that an author can fill holds `text`. */
function huge(text: string): CommentView {
  const open = {
    hypothesis: HYPOTHESIS.replace('Adding', `Adding ${text.replaceAll('\n', ' ')}`.slice(0, 20_001)),
    observable: { argv: ['pytest', text], cwd: text, exit: 0 },
    paths: Array.from({ length: 30 }, () => text),
  };
  const first = buildLedger(open);
  const ledger = buildLedger({ ...open, attempt: 2, previous: first.head(), reason: text });
  for (const [minute, exit] of [1, 2, 1, 2].entries())
    ledger.run(minute, { argv: ['sh', text], exit, cwd: `/${exit}${text}` });
  const { ledgers, ...others } = sealed({
    earlier: [first.attempt()],
    ledger,
    sealedAt: 30,
    paragraph: `A reason\n${text.slice(0, 20_000)}`,
    seal: { outside: Array.from({ length: 20 }, (_, index) => `${index}${text}`) },
  });
  if (ledgers.kind !== 'intact') throw new Error('expected ledgers');
  // Evidence that names such branches would be longer than the program writes.
  const opened = { ...ledgers.last.open, branch: `spike/users-email${text}`, target: text };
  const given = { ...others, ledgers: { ...ledgers, last: { ...ledgers.last, open: opened } } };
  const findings = RULE_IDS.flatMap((rule) =>
    Array.from({ length: 10 }, (_, index) => ({ rule, message: `found ${text}`, hint: `${index}${text}`, file: text })),
  );
  const notices = Array.from({ length: 20 }, () => text);
  return {
    verdict: { ...view(given).verdict, passed: false, findings, held: [], notices },
    facts: given,
    verifyCommand: text,
  };
}

describe('a path is told from the words around it', () => {
  const message = (file: string) => `expected changes inside the declared paths, found ${file}`;
  const summaryOf = (finding: { message: string; file: string; line?: number }) => {
    const given = view(green());
    const findings = [{ rule: 'paths' as const, hint: 'move it', ...finding }];
    return renderSummary({ ...given, verdict: { ...given.verdict, passed: false, findings } });
  };

  test('where the message names it', () => {
    const file = 'lib/ok and approved ✅ all rules hold';
    const summary = summaryOf({ message: message(file), file });
    expect(summary).toContain(
      '- ❌ **paths**: expected changes inside the declared paths, found <code>lib/ok and approved ✅ all rules hold</code>\n',
    );
  });

  test('where the message is longer than what is shown of it', () => {
    const file = `lib/${'x'.repeat(4000)}`;
    expect(summaryOf({ message: message(file), file })).toContain(', found `lib/xxx');
  });

  test('where the message does not name it, and where there is a line', () => {
    expect(summaryOf({ message: 'broken', file: 'a b', line: 3 })).toContain('broken (`a b:3`)\n');
    expect(summaryOf({ message: 'broken in a b', file: 'a b', line: 3 })).toContain('broken in `a b` (`a b:3`)\n');
  });
});

test('two open spikes in one pull request are told that they are two', () => {
  const given = view(facts());
  const company = {
    rule: 'paths',
    message: 'expected one spike in a pull request, found a, b',
    hint: 'split',
  } as const;
  const summary = renderSummary({
    ...given,
    verdict: { ...given.verdict, findings: [company, ...given.verdict.findings] },
  });
  expect(summary).toContain('❌ **paths**: expected one spike in a pull request, found a, b');
});

describe('a summary', () => {
  const outside = (length: number, stem = 'lib/') => {
    const given = view(green());
    const findings = Array.from({ length }, (_, index) => ({
      rule: 'paths' as const,
      message: `found ${stem}${index}.js`,
      hint: 'move it',
      file: `${stem}${index}.js`,
    }));
    return { ...given, verdict: { ...given.verdict, passed: false, findings } };
  };

  test.each([11, 60, 5000])('lists all of %s findings of one rule', (length) => {
    const summary = renderSummary(outside(length));
    expect(summary.match(/lib\/\d+\.js/g)).toHaveLength(length);
    expect(summary).not.toMatch(/and \d+ more/);
  });

  test('says exactly how many of too many it leaves out', () => {
    const summary = renderSummary(outside(20_000, `${'ü'.repeat(100)}/`));
    const shown = summary.match(/\d+\.js/g)?.length ?? 0;
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(shown).toBeGreaterThan(1000);
    expect(summary).toContain(`  - and ${20_000 - shown} more\n`);
    expect(summary).not.toContain('see the job summary');
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

    expect(comment.match(/^### ✅ May be carried on: `users-email` shipped at attempt [12],/gm)).toHaveLength(2);
    expect(comment.match(/<!-- spike-gate/g)).toHaveLength(1);
  });

  const carried = (passing: number, failing: number): readonly CommentView[] => {
    const pass = view(green());
    const fail = view(FAILING.paths());
    return [...Array.from({ length: passing }, () => pass), ...Array.from({ length: failing }, () => fail)];
  };
  const render = ([first, ...others]: readonly CommentView[], how: typeof renderComment): string => {
    if (first === undefined) throw new Error('expected a spike');
    return how(first, ...others);
  };

  test('a hundred of them stay under the limit, none left out', () => {
    const comment = render(carried(101, 0), renderComment);
    const full = comment.match(/^### ✅ /gm)?.length ?? 0;
    const listed = comment.match(/^- ✅ May merge: /gm)?.length ?? 0;

    expect(comment.length).toBeLessThan(LIMIT);
    expect(full).toBeGreaterThan(5);
    expect(full + listed).toBe(101);
    expect(comment).toContain(
      `**${listed} more spikes, none of which fails, each by its first line: see the job summary**`,
    );
  });

  test('a thousand are counted, the failing ones told first', () => {
    const comment = render(carried(900, 100), renderComment);
    const lines = comment.match(/^(?:###|-) (?:✅ May merge|❌ May not merge): .*$/gm) ?? [];

    expect(comment.length).toBeLessThan(LIMIT);
    expect(lines.filter((line) => line.includes('❌')).length).toBe(100);
    expect(lines.findIndex((line) => line.includes('✅'))).toBe(100);
    expect(comment).toMatch(/^- ❌ May not merge: \*\*paths\*\* fails; `users-email` shipped/m);
    expect(comment).toContain(
      `- and ${1000 - lines.length} more spikes, none of which fails, left out: see the job summary`,
    );
  });

  test('a summary has room for more of them, and counts as exactly', () => {
    const summary = render(carried(0, 20_000), renderSummary);
    const lines = summary.match(/^(?:###|-) ❌ May not merge: .*$/gm)?.length ?? 0;
    const left = 20_000 - lines;

    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(lines).toBeGreaterThan(2000);
    expect(summary).toContain(
      `- and ${left} more spikes, ${left} of which fail with ${left * 15} findings, left out\n`,
    );
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
