import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/core/evaluate.ts';
import { evaluateRun } from '../../src/core/evaluate-run.ts';
import { RULE_IDS } from '../../src/core/finding.ts';
import type { Rule } from '../../src/core/rules/rule.ts';
import { RULES } from '../../src/core/rules/table.ts';
import type { Gate } from '../../src/core/verdict.ts';
import { commitId, patchIdOf } from '../report/ledger.ts';
import {
  atWork,
  COLUMNS,
  change,
  commitFacts,
  intact,
  killedFacts,
  LOOP,
  looping,
  MISSING,
  minute,
  moveFacts,
  PLACED,
  pushFacts,
  repoPaths,
  rulesOf,
  runFacts,
  seal,
  shippedFacts,
  unjudgedIn,
} from '../support/facts.ts';

/** What each gate asks of a rule; `carrier` is the column for branches that carry shipped spikes on. */
const TABLE = `
  rule        run  commit  move  push  pull-request  evidence  carrier
  spike-open  ●    ●       ●     .     .             .         .
  clock       ●    ●       ●     ●     ●             .         .
  budget      ●    ●       ●     ●     ●             .         .
  paths       .    ●       .     .     ●             ●         .
  attempts    .    .       .     .     ●             ●         .
  hypothesis  .    .       .     .     ●             ●         ●
  evidence    .    .       .     .     ●             ●         ●
  log         .    .       .     .     ●             ●         ●
  trailers    .    .       .     .     ●             .         ●
  observable  .    .       .     .     ●             .         .
  seal        .    .       .     .     ●             .         .
  decision    .    .       .     .     ●             ●         .
`;

const [HEADER = [], ...ROWS] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/));

const METHODS = {
  run: 'run',
  commit: 'commit',
  move: 'move',
  push: 'push',
  'pull-request': 'pullRequest',
  evidence: 'evidence',
  carrier: 'carrier',
} as const;

function columnOf(gate: Gate): readonly string[] {
  const at = HEADER.indexOf(gate);
  return ROWS.filter((row) => row[at] === '●').map(([rule = '']) => rule);
}

function isGate(text: string): text is Gate {
  return Object.hasOwn(METHODS, text);
}

const GATES = HEADER.filter(isGate);

describe('the table of rules', () => {
  test('has every rule once, in the order in which findings are told', () => {
    expect(RULES.map(({ id }) => id)).toEqual([...RULE_IDS]);
    expect(ROWS.map(([rule]) => rule)).toEqual([...RULE_IDS]);
    expect(GATES).toEqual(Object.keys(METHODS));
  });

  test.each(GATES)('has in the column of %s what the specification says', (gate) => {
    const asks = (rule: Rule): boolean => rule[METHODS[gate]] !== undefined;

    expect(RULES.filter(asks).map(({ id }) => id)).toEqual(columnOf(gate));
    expect(COLUMNS[gate]).toEqual(columnOf(gate));
  });

  test.each([
    { name: 'open', ledger: atWork() },
    { name: 'stopped', ledger: looping() },
    { name: 'killed', ledger: seal(looping(), 'kill') },
  ])('says the same to the wrapper, which loads one column alone, of a spike that is $name', ({ ledger }) => {
    const facts = runFacts({ standing: ledger.attempt(), now: minute(91) });

    expect(evaluateRun(facts)).toEqual(evaluate({ gate: 'run', facts }).findings);
  });
});

describe('every rule of the column holds, and the verdict says so', () => {
  test.each([
    { gate: 'run', verdict: () => evaluate({ gate: 'run', facts: runFacts() }) },
    { gate: 'commit', verdict: () => evaluate({ gate: 'commit', facts: commitFacts() }) },
    { gate: 'move', verdict: () => evaluate({ gate: 'move', facts: moveFacts() }) },
    { gate: 'push', verdict: () => evaluate({ gate: 'push', facts: pushFacts() }) },
    { gate: 'pull-request', verdict: () => evaluate({ gate: 'pull-request', facts: shippedFacts() }) },
    { gate: 'evidence', verdict: () => evaluate({ gate: 'evidence', facts: killedFacts() }) },
    { gate: 'carrier', verdict: () => evaluate({ gate: 'carrier', facts: shippedFacts() }) },
  ] as const)('$gate', ({ gate, verdict }) => {
    expect(verdict()).toEqual({
      gate,
      slug: 'users-email',
      passed: true,
      findings: [],
      held: COLUMNS[gate],
      notices: [],
    });
  });
});

describe('a spike that is still open', () => {
  test.each([
    { name: 'without a bundle', ledgers: MISSING, next: 'ship' },
    { name: 'with the ledger of an open attempt', ledgers: intact(atWork()), next: 'ship' },
    { name: 'stopped and not sealed', ledgers: intact(looping()), next: 'kill' },
  ])('$name fails by its decision alone, in both columns', ({ ledgers, next }) => {
    const broken = { ledgers, hypothesis: { kind: 'missing' }, evidence: { kind: 'missing' }, change: PLACED } as const;

    expect(evaluate({ gate: 'pull-request', facts: shippedFacts(broken) })).toMatchObject({
      passed: false,
      held: [],
      findings: [
        {
          rule: 'decision',
          message: 'users-email is not shipped yet: expected a sealed bundle, found none',
          hint: `spike ${next} -m "why"`,
        },
      ],
    });
    expect(evaluate({ gate: 'evidence', facts: killedFacts(broken) })).toMatchObject({
      passed: false,
      held: [],
      findings: [
        {
          rule: 'decision',
          message: 'users-email is not killed yet: expected a sealed bundle, found none',
          hint: 'spike kill -m "why"',
        },
      ],
    });
  });

  test('is not carried on: there every rule of the column is asked', () => {
    const verdict = evaluate({ gate: 'carrier', facts: shippedFacts({ ledgers: intact(atWork()) }) });

    expect(verdict.findings).toEqual([
      { rule: 'log', message: 'expected the last ledger to end in a seal, found none', hint: 'spike ship -m "why"' },
    ]);
    expect(verdict.held).toEqual(['hypothesis', 'trailers']);
  });
});

describe('without its ledger', () => {
  test.each([
    { gate: 'pull-request', ledgers: PLACED, facts: shippedFacts, finds: ['log'], holds: [] },
    { gate: 'evidence', ledgers: PLACED, facts: killedFacts, finds: ['log'], holds: ['paths'] },
    { gate: 'carrier', ledgers: PLACED, facts: shippedFacts, finds: ['log'], holds: [] },
    { gate: 'carrier', ledgers: MISSING, facts: shippedFacts, finds: ['log'], holds: [] },
  ] as const)('$gate tells it once, and says of nothing that it holds', ({ gate, ledgers, facts, finds, holds }) => {
    const verdict = evaluate({ gate, facts: facts({ ledgers }) });

    expect(verdict.passed).toBe(false);
    expect(rulesOf(verdict.findings)).toEqual(finds);
    expect(verdict.held).toEqual(holds);
    expect(unjudgedIn(verdict, COLUMNS[gate])).toHaveLength(COLUMNS[gate].length - finds.length - holds.length);
  });

  test.each([MISSING, PLACED])('a commit is refused once, by spike-open', (ledgers) => {
    const { passed, findings, held } = evaluate({ gate: 'commit', facts: commitFacts({ ledgers, change: PLACED }) });

    expect(passed).toBe(false);
    expect(rulesOf(findings)).toEqual(['spike-open']);
    expect(held).toEqual([]);
  });

  test.each([MISSING, PLACED])('a push is refused once, by the clock', (ledgers) => {
    const { passed, findings, held } = evaluate({ gate: 'push', facts: pushFacts({ ledgers }) });

    expect(passed).toBe(false);
    expect(rulesOf(findings)).toEqual(['clock']);
    expect(held).toEqual([]);
  });
});

describe('several rules at once are told in the order of the table', () => {
  const everything = intact(seal(looping().run(95, LOOP), 'kill', { at: 96 }));

  test('in a pull request', () => {
    const verdict = evaluate({
      gate: 'pull-request',
      facts: shippedFacts({
        ledgers: everything,
        hypothesis: { kind: 'missing' },
        evidence: { kind: 'missing' },
        change: change({ outside: repoPaths('src/a.py') }),
        trailers: PLACED,
      }),
    });

    expect(verdict.passed).toBe(false);
    expect(rulesOf(verdict.findings)).toEqual([
      'clock',
      'budget',
      'paths',
      'hypothesis',
      'evidence',
      'trailers',
      'observable',
      'seal',
      'decision',
    ]);
    expect(verdict.held).toEqual(['attempts', 'log']);
  });

  test('in a run and in a push', () => {
    const standing = looping().attempt();
    const run = evaluate({ gate: 'run', facts: runFacts({ now: minute(91), standing }) });
    const push = evaluate({ gate: 'push', facts: pushFacts({ now: minute(91), ledgers: intact(looping()) }) });

    expect(rulesOf(run.findings)).toEqual(['clock', 'budget']);
    expect(run.held).toEqual(['spike-open']);
    expect(rulesOf(push.findings)).toEqual(['clock', 'budget']);
  });

  test('in a commit', () => {
    const { findings } = evaluate({
      gate: 'commit',
      facts: commitFacts({ now: minute(91), ledgers: intact(looping()), change: change({ outside: repoPaths('b') }) }),
    });

    expect(rulesOf(findings)).toEqual(['clock', 'budget', 'paths']);
  });
});

describe('notices', () => {
  test('count the commits without a trailer, without weight in the decision', () => {
    const bare = (name: string) => ({ commit: commitId(name), trailer: 'absent', matches: false }) as const;
    const one = evaluate({ gate: 'pull-request', facts: shippedFacts({ trailers: [bare('a')] }) });
    const two = evaluate({ gate: 'evidence', facts: killedFacts({ trailers: [bare('a'), bare('b')] }) });

    expect(one).toMatchObject({ passed: true, notices: ['1 commit without a Spike: trailer'] });
    expect(two).toMatchObject({ passed: true, notices: ['2 commits without a Spike: trailer'] });
  });

  test('say that the sealed commit was rebased away', () => {
    const head = { commit: commitId('head'), sealedCommitTree: undefined, sealedCommitPatch: undefined };

    expect(evaluate({ gate: 'pull-request', facts: shippedFacts({ head }) })).toMatchObject({
      passed: true,
      notices: [
        'the sealed commit is not in this history: it was rebased or squashed, and the patch is what is compared',
      ],
    });
    expect(evaluate({ gate: 'evidence', facts: killedFacts({ head }) }).notices).toEqual([]);
  });

  test('say that the patch is what counts where the head holds more than was sealed', () => {
    const head = { ...shippedFacts().head, movedOn: true };
    const other = change({ patch: patchIdOf('another') });

    expect(evaluate({ gate: 'pull-request', facts: shippedFacts({ head }) })).toMatchObject({
      passed: true,
      notices: [
        'more than the sealed commit is in this history: the target was merged in, and the patch is what is compared',
      ],
    });
    expect(evaluate({ gate: 'pull-request', facts: shippedFacts({ head, change: other }) }).notices).toEqual([]);
  });

  test('name what is no mere text, and no more than a few of each kind', () => {
    const links = repoPaths('a', 'b', 'c', 'd').map((path) => ({ kind: 'link', path }) as const);
    const others = repoPaths('vendor', 'run.sh').map((path, index) => {
      return { kind: index === 0 ? 'submodule' : 'executable', path } as const;
    });
    const facts = shippedFacts({ change: change({ oddities: [...links, ...others] }) });

    expect(evaluate({ gate: 'pull-request', facts })).toMatchObject({
      passed: true,
      notices: ['4 symbolic links: a, b, c and 1 more', '1 submodule: vendor', '1 file made executable: run.sh'],
    });
  });

  test('say nothing of commits that nobody could list', () => {
    expect(evaluate({ gate: 'pull-request', facts: shippedFacts({ trailers: PLACED }) }).notices).toEqual([]);
  });

  test('are for pull requests', () => {
    expect(evaluate({ gate: 'commit', facts: commitFacts() }).notices).toEqual([]);
  });
});
