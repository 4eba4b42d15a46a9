import { describe, expect, test } from 'vitest';
import { SpikeError } from '../../src/core/error.ts';
import { parseEvidence } from '../../src/evidence/parse.ts';
import { renderEvidence, renderFacts, type SealDraft } from '../../src/evidence/render.ts';
import {
  buildLedger,
  commitId,
  type LedgerBuilder,
  OBSERVABLE,
  patchIdOf,
  TEN_O_CLOCK,
  treeId,
} from '../report/ledger.ts';
import { greenLedger, HOSTILE, hostile, type killed, PARAGRAPH, secondAttempt, spentLedger } from '../report/spikes.ts';
import { refusalOf } from '../support/refusal.ts';

const FILE = 'spikes/users-email/EVIDENCE.md';

function draft(minute: number, some: Partial<SealDraft> = {}): SealDraft {
  return {
    kind: 'seal',
    ts: TEN_O_CLOCK + minute * 60,
    decision: 'ship',
    commit: commitId('sealed'),
    tree: treeId('sealed'),
    patch: patchIdOf('sealed'),
    files: 3,
    outside: [],
    ...some,
  };
}

function factsOf(ledger: LedgerBuilder, seal: SealDraft): string {
  return renderFacts({ earlier: [], last: ledger.attempt(), seal });
}

function read(text: string): ReturnType<typeof parseEvidence> {
  return parseEvidence(Buffer.from(text), FILE);
}

function refusal(act: () => unknown): SpikeError {
  try {
    act();
  } catch (error) {
    if (error instanceof SpikeError) return error;
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('the facts, as a person has looked at them', () => {
  test.each([
    { name: 'ship', document: () => renderEvidence(factsOf(greenLedger(), draft(62)), PARAGRAPH) },
    {
      name: 'kill',
      document: () => renderEvidence(factsOf(spentLedger(), draft(40, { decision: 'kill' })), 'It cannot work.'),
    },
    {
      name: 'outside',
      document: () =>
        renderEvidence(
          factsOf(
            greenLedger(),
            draft(62, {
              decision: 'kill',
              files: 62,
              outside: Array.from({ length: 60 }, (_, index) => `src/${index}.ts`),
            }),
          ),
          'Too wide.',
        ),
    },
    { name: 'second-attempt', document: () => renderEvidence(expectedOf(secondAttempt()), PARAGRAPH) },
    { name: 'hostile', document: () => renderEvidence(expectedOf(hostile()), HOSTILE) },
  ])('$name', async ({ name, document }) => {
    await expect(document()).toMatchFileSnapshot(`snapshots/${name}.md`);
  });
});

describe('the facts are the ledger’s and the seal’s alone', () => {
  test('the seal that was written gives the facts of its draft', () => {
    for (const minute of [62, 90, 95]) {
      const before = factsOf(greenLedger(), draft(minute));
      const attempt = greenLedger()
        .seal(minute, { evidence: 'a'.repeat(64) })
        .attempt();

      expect(attempt.seal).toBeDefined();
      if (attempt.seal !== undefined)
        expect(renderFacts({ earlier: [], last: attempt, seal: attempt.seal })).toBe(before);
    }
  });

  test('no time zone changes them', () => {
    const zone = process.env['TZ'];
    const here = factsOf(greenLedger(), draft(62));
    process.env['TZ'] = 'Pacific/Kiritimati';
    try {
      expect(new Date(0).getTimezoneOffset()).not.toBe(0);
      expect(factsOf(greenLedger(), draft(62))).toBe(here);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  test.each([
    { name: 'the seal', ledger: greenLedger, minute: 62, ending: 'stopped at minute 62 by the seal (ship)' },
    {
      name: 'the deadline',
      ledger: greenLedger,
      minute: 95,
      ending: 'stopped at minute 90 by the deadline, sealed (ship) at minute 95',
    },
    {
      name: 'the budget',
      ledger: spentLedger,
      minute: 40,
      ending: 'stopped at minute 31 by the budget, sealed (ship) at minute 40',
    },
  ])('the clock is stopped by $name', ({ ledger, minute, ending }) => {
    expect(factsOf(ledger(), draft(minute))).toContain(ending);
  });

  test.each([
    {
      name: 'on the sealed tree',
      run: { exit: 0, tree: treeId('sealed') },
      words: /held at minute 5 on tree `[0-9a-f]{40}`, the sealed one/,
    },
    {
      name: 'on another tree',
      run: { exit: 0, tree: treeId('other') },
      words: /held at minute 5 on tree `[0-9a-f]{40}`, never on the sealed tree/,
    },
    { name: 'while files changed', run: { exit: 0 }, words: /held at minute 5, but files changed while it ran/ },
    { name: 'never', run: { exit: 1 }, words: /never held before the deadline: 1 run ended otherwise/ },
  ])('the observable held $name', ({ run, words }) => {
    expect(factsOf(buildLedger().run(5, { argv: OBSERVABLE, ...run }), draft(10))).toMatch(words);
  });

  test('an observable that was not run is said', () => {
    expect(factsOf(buildLedger(), draft(10))).toContain('never ran to its end before the deadline');
  });

  test('a time that no calendar has is said in seconds', () => {
    const ts = Number.MAX_SAFE_INTEGER - 10_000;

    expect(factsOf(buildLedger({ ts, deadline: ts + 5400 }), draft(0, { ts }))).toContain(
      `from second ${ts} since 1970`,
    );
  });

  test('many repeated failures are bounded and counted', () => {
    const ledger = buildLedger({ budget: 5 });
    for (let index = 0; index < 60; index += 1) ledger.run(index, { argv: ['make', `${index % 30}`], exit: 1 });
    const facts = factsOf(ledger, draft(70));

    expect(facts.match(/\*\*Count\*\*/g)).toHaveLength(20);
    expect(facts).toContain('and 10 more');
  });
});

describe('the document', () => {
  test.each([PARAGRAPH, HOSTILE, '# Evidence', '## Why this decision', 'x <!-- /spike-gate:facts --> y'])(
    'gives back what was put into it: %j',
    (paragraph) => {
      const facts = factsOf(greenLedger(), draft(62));

      expect(read(renderEvidence(facts, paragraph))).toEqual({ facts, paragraph: paragraph.trim() });
    },
  );

  test('no argument or path can end the facts', () => {
    const marker = '<!-- /spike-gate:facts -->';
    const argv = ['echo', `\n${marker}\n`];
    const ledger = buildLedger({ paths: [`\n${marker}\n`] })
      .run(1, { argv, exit: 1 })
      .run(2, { argv, exit: 1 });
    const facts = factsOf(ledger, draft(62, { outside: [`\n${marker}\n`] }));

    expect(read(renderEvidence(facts, 'why'))).toEqual({ facts, paragraph: 'why' });
  });

  test.each(['<!-- spike-gate:facts -->', 'a\n  <!-- /spike-gate:facts -->\nb', 'a\r<!-- /spike-gate:facts -->\rb'])(
    'a paragraph that holds a marker is refused: %j',
    (paragraph) => {
      expect(refusal(() => renderEvidence('- facts', paragraph))).toMatchObject({ code: 'usage' });
    },
  );

  test('a paragraph that no reader would take is refused before it is written', () => {
    expect(refusal(() => renderEvidence('- facts', 'x'.repeat(256 * 1024)))).toMatchObject({ code: 'usage' });
  });
});

describe('the parser', () => {
  const good = renderEvidence('- a\n- b', 'why');

  test.each([
    { name: 'an empty file', text: '', line: 1 },
    { name: 'another title', text: good.replace('# Evidence', '# Proof'), line: 1 },
    { name: 'text before the facts', text: good.replace('\n\n<!--', '\n\n- all is well\n<!--'), line: 3 },
    {
      name: 'text between the facts and the reason',
      text: good.replace('-->\n\n##', '-->\n- all is well\n##'),
      line: 7,
    },
    { name: 'no end of the facts', text: good.replace('<!-- /spike-gate:facts -->', ''), line: 11 },
    { name: 'an end without a beginning', text: good.replace('<!-- spike-gate:facts -->\n', ''), line: 3 },
    { name: 'a second pair', text: `${good}<!-- spike-gate:facts -->\n`, line: 11 },
    { name: 'a second end inside', text: good.replace('- a', '<!-- /spike-gate:facts -->'), line: 6 },
    { name: 'an indented marker', text: good.replace('<!-- /', '  <!-- /'), line: 6 },
    { name: 'CR LF', text: good.replaceAll('\n', '\r\n'), line: 1 },
    { name: 'a byte order mark', text: `\ufeff${good}`, line: 1 },
  ])('refuses $name, and names the line', ({ text, line }) => {
    expect(refusal(() => read(text))).toMatchObject({ code: 'unreadable', place: { file: FILE, line } });
  });

  test('refuses what is not UTF-8, and what is too long', () => {
    expect(refusal(() => parseEvidence(Buffer.from([0x23, 0xff]), FILE))).toMatchObject({
      code: 'unreadable',
      place: { file: FILE },
    });
    expect(refusal(() => parseEvidence(Buffer.alloc(256 * 1024 + 1, 'a'), FILE))).toMatchObject({ code: 'unreadable' });
  });

  test.each([
    { name: 'without its heading', text: good.slice(0, good.indexOf('\n## ')) },
    { name: 'with its heading alone', text: `${good.slice(0, good.indexOf('why'))}` },
    { name: 'of white space', text: good.replace('why', '   \n\n\t') },
  ])('gives an empty paragraph for one $name', ({ text }) => {
    expect(read(text)).toEqual({ facts: '- a\n- b', paragraph: '' });
  });
});

function expectedOf(facts: ReturnType<typeof killed>): string {
  return facts.evidence.kind === 'known' ? facts.evidence.expected : '';
}

test.each(['\u200b', '<!-- a comment that nobody sees -->', '<br>', '<!-- left open', '…'])(
  'a paragraph that shows nothing is refused as missing: %j',
  (paragraph) => {
    expect(refusalOf(() => renderEvidence('- facts', paragraph))).toMatchObject({ code: 'reason-missing' });
  },
);
