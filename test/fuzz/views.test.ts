import { describe, expect, test } from 'vitest';
import { renderCommand } from '../../src/core/command-line.ts';
import { SpikeError } from '../../src/core/error.ts';
import { renderFacts } from '../../src/evidence/render.ts';
import type { JudgedPull } from '../../src/gate/github-judge.ts';
import { renderRefusal, renderUnwritten } from '../../src/gate/github-refusal.ts';
import { reportOf } from '../../src/gate/github-report.ts';
import { parseHypothesis } from '../../src/hypothesis/parse.ts';
import { renderComment } from '../../src/report/comment.ts';
import type { Diagnosis } from '../../src/report/diagnosis.ts';
import { renderDoctor, renderDoctorJson } from '../../src/report/doctor.ts';
import { renderStatusJson, renderVerdictJson, renderVerificationJson } from '../../src/report/json.ts';
import { renderStatus, renderStatusShort, type StatusView } from '../../src/report/status.ts';
import { renderError, renderNote, renderVerdict, renderVerification } from '../../src/report/terminal.ts';
import type { Verification } from '../../src/report/verification.ts';
import type { CommentView } from '../../src/report/view.ts';
import { FAILING } from '../report/failing.ts';
import { buildLedger, commitId, HYPOTHESIS } from '../report/ledger.ts';
import { asUnknown, facts, green, hostile, killed, secondAttempt, spentLedger, view } from '../report/spikes.ts';
import { findReferences, readHtmlOf, UNSEEN } from '../support/break-out.ts';
import { hostileTexts } from '../support/hostile-text.ts';
import { PARSERS } from '../support/markdown-parsers.ts';
import { poison } from '../support/poison.ts';
import { runnerCommands } from '../support/runner-commands.ts';

/** Where nothing but blanks is left, nothing is told. */
const TEXTS = hostileTexts(200, 6).filter((text) => text.trim() !== '');
/** What a friend would write there. */
const PLAIN = 'Qq';

const VIEWS: readonly CommentView[] = [
  view(green()),
  view(secondAttempt()),
  view(killed(), 'evidence'),
  view(hostile()),
  view(facts()),
  view({ ...green(), change: asUnknown('expected one merge base'), trailers: asUnknown('expected commits') }),
  ...Object.values(FAILING).map((make) => view(make())),
].map((one) => ({ ...one, verdict: { ...one.verdict, notices: ['something to know', 'and more'] } }));

const ATTEMPTS = [
  secondAttempt(),
  killed(),
  hostile(),
  facts({ ledgers: { kind: 'intact', earlier: [], last: spentLedger().attempt() } }),
].flatMap(({ ledgers }) => (ledgers.kind === 'intact' ? [ledgers] : []));
const ALIVE = buildLedger()
  .begin(3, ['make', 'x'])
  .run(4, { argv: ['y'], exit: 2, at: 'z' })
  .attempt(true);

/** Each view with each text would be a hundred times the same: each text has one view, and each view many texts. */
function cases<Item>(items: readonly Item[]): readonly (readonly [text: string, item: Item])[] {
  return TEXTS.flatMap((text, index) => {
    const item = items[index % items.length];
    return item === undefined ? [] : [[text, item] as const];
  });
}

describe.each(PARSERS)('$name: Markdown', ({ parse }) => {
  /** What is wrong with what was rendered of the text, held against what the same is of a plain one. */
  function compare(text: string, render: (text: string) => string): readonly string[] {
    const markdown = render(text);
    const [read, plain] = [readHtmlOf(parse(markdown)), readHtmlOf(parse(render(PLAIN)))];
    const wrong = [...findReferences(read)];
    if (inOneParagraph(read.structure) !== inOneParagraph(plain.structure)) wrong.push(read.structure);
    if (UNSEEN.test(markdown)) wrong.push('hides something');
    if (runnerCommands(markdown).length > 0) wrong.push('commands the runner');
    if (markdown.split('<!--').length !== render(PLAIN).split('<!--').length) wrong.push('has another comment');
    return wrong.map((what) => `${JSON.stringify(text)}: ${what}`);
  }

  test('the comment', () => {
    const wrong = cases(VIEWS).flatMap(([text, one]) => compare(text, (put) => renderComment(poison(one, put))));
    expect(wrong).toEqual([]);
  });

  test('the job summary', () => {
    const wrong = cases(VIEWS).flatMap(([text, one]) =>
      compare(text, (put) => reportOf(judged(one, put), undefined).summary),
    );
    expect(wrong).toEqual([]);
  });

  test('what stands where evidence would', () => {
    const head = commitId('head');
    const wrong = TEXTS.flatMap((text) =>
      compare(text, (put) =>
        [
          renderRefusal(new SpikeError('unreadable', put, { hint: put, place: { file: put, line: 3 } }), head),
          renderUnwritten({ head, failed: true, reason: put }),
        ].join('\n\n'),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('the facts of EVIDENCE.md', () => {
    const wrong = cases(ATTEMPTS).flatMap(([text, { earlier, last }]) =>
      compare(text, (put) => {
        const seal = last.seal ?? { ...sealOf(), ts: last.ts };
        const source = poison({ earlier, last, seal }, put);
        source.last.open.hypothesis = hypothesisWith(put);
        return renderFacts(source);
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe('lines', () => {
  const style = { colour: false };

  /** As many as of a plain text, and nothing in them that a terminal or a runner obeys. */
  function compare(text: string, render: (text: string) => string): readonly string[] {
    const [shown, plain] = [render(text), render(PLAIN)];
    const own = shown.split('\n').length === plain.split('\n').length ? [] : ['makes a line of its own'];
    return [...own, ...obeyed(shown)].map((what) => `${JSON.stringify(text)}: ${what} in ${shown}`);
  }

  function obeyed(shown: string): readonly string[] {
    const hides = UNSEEN.test(shown) || shown.includes('\t') ? ['hides something'] : [];
    return runnerCommands(shown).length > 0 ? [...hides, 'commands the runner'] : hides;
  }

  test('the verdict, an error and a note', () => {
    const wrong = cases(VIEWS).flatMap(([text, { verdict }]) =>
      compare(text, (put) =>
        [
          renderVerdict(poison(verdict, put), style),
          renderError(new SpikeError('unreadable', put, { hint: put, place: { file: put, line: 3 } }), style),
          renderNote(put, style),
        ].join(''),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('the status', () => {
    const push = (branch: string) => [renderCommand(['git', 'push', '-u', 'origin', branch])];
    const views = [ALIVE, ...ATTEMPTS.map(({ last }) => last)].map((attempt) => ({ attempt, now: attempt.ts + 60 }));
    const wrong = cases(views).flatMap(([text, one]) =>
      compare(text, (put) => {
        const given: StatusView = poison(one, put);
        return [renderStatus({ ...given, push }, style), renderStatusShort(given)].join('\n');
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('what verify and doctor found', () => {
    const broken: Verification = {
      kind: 'broken',
      findings: [
        { message: 'm', hint: 'h', file: 'f', line: 3 },
        { message: 'm', hint: 'other', file: 'f' },
      ],
    };
    const wrong = TEXTS.flatMap((text) => [
      ...compare(text, (put) => renderVerification(poison(broken, put), style)),
      // What it says is wrapped: as many lines as there is text.
      ...obeyed(renderDoctor(poison(DIAGNOSIS, text), style)),
    ]);
    expect(wrong).toEqual([]);
  });

  test('JSON is ASCII that no runner obeys, and says the text itself', () => {
    for (const [text, one] of cases(VIEWS)) {
      const { findings, log } = reportOf(judged(one, text), undefined);
      const outputs = [
        renderVerdictJson(poison(one.verdict, text)),
        renderStatusJson(poison({ attempt: ALIVE, now: 0 }, text)),
        renderVerificationJson({ kind: 'broken', findings: [{ message: text, hint: text }] }),
        renderDoctorJson(poison(DIAGNOSIS, text)),
        findings,
      ];
      for (const output of outputs) {
        expect(output).toMatch(/^[\n\x20-\x7e]*$/);
        expect(runnerCommands(output)).toEqual([]);
        expect(() => JSON.parse(output)).not.toThrow();
      }
      expect(JSON.parse(outputs[2] ?? '')).toMatchObject({ findings: [{ message: text, hint: text }] });
      expect(log.every((line) => !line.includes('\n'))).toBe(true);
    }
  });
});

const DIAGNOSIS: Diagnosis = {
  top: '/home/dev/app',
  hooks: {
    git: '2.45.0',
    managers: ['husky'],
    open: true,
    trials: [
      { name: 'pre-commit', trial: { kind: 'refused' } },
      { name: 'pre-push', trial: { kind: 'failed', status: 1, said: 'no' } },
    ],
    problems: [{ message: 'expected a hook, found none', hint: ['spike init', 'and more'] }],
    notices: [{ message: 'something', hint: [] }],
  },
};

/** What the parser takes has nothing hidden in it; the rest is as hostile as it was. */
function hypothesisWith(text: string): string {
  const written = HYPOTHESIS.replace('Adding a', () => `Adding ${text.replace(/[\r\n]+/g, ' ')}`);
  try {
    parseHypothesis(Buffer.from(written), 'HYPOTHESIS.md');
    return written;
  } catch {
    return HYPOTHESIS;
  }
}

/** Paragraphs of a person stay paragraphs. */
function inOneParagraph(structure: string): string {
  return structure.replaceAll('</p>\n<p>\n', '');
}

function judged({ verdict, facts: given }: CommentView, text: string): readonly JudgedPull[] {
  const pull = {
    number: 7,
    headSha: commitId('head'),
    headRef: 'spike/x',
    baseRef: 'main',
    url: 'x',
    authorLogin: 'dev',
  };
  const one = {
    pull,
    role: 'proposed',
    kind: 'judged',
    judgement: { passed: false, spikes: [{ verdict, facts: given }] },
  };
  const other = { pull: { ...pull, number: 8 }, role: 'beside', kind: 'refused', error: { message: 'm', hint: 'h' } };
  return poison([one, other], text);
}

function sealOf(): object {
  const commit = commitId('sealed');
  return { kind: 'seal', decision: 'kill', commit, tree: commit, patch: commit, files: 1, outside: ['a'] };
}
