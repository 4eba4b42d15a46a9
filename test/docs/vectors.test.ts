import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/parse.ts';
import { createAttemptReader } from '../../src/core/attempt-reader.ts';
import { patchId } from '../../src/core/patch.ts';
import { pathBytes } from '../../src/core/path-bytes.ts';
import { parseTrailer, renderTrailer } from '../../src/core/trailer.ts';
import { parseEvidence } from '../../src/evidence/parse.ts';
import { renderEvidence, renderFacts } from '../../src/evidence/render.ts';
import { parseHypothesis } from '../../src/hypothesis/parse.ts';
import { refusalOf } from '../support/refusal.ts';
import { blocksOf, readPage, readVectorFile, readVectors } from './documents.ts';

type Vector = Readonly<Record<string, unknown>>;

function vectorsIn(name: string): readonly (readonly [string, Vector])[] {
  return readVectors(name).map((value) => {
    if (typeof value !== 'object' || value === null) throw new Error(`expected objects in ${name}`);
    const vector: Vector = Object.fromEntries(Object.entries(value));
    return [String(vector['name'] ?? vector['value']), vector];
  });
}

/** A text as it stands, bytes in base64, or so many times the letter x. */
function bytesOf(vector: Vector, key: string): Buffer {
  const { [key]: text, base64, length } = vector;
  if (typeof text === 'string') return Buffer.from(text);
  if (typeof base64 === 'string') return Buffer.from(base64, 'base64');
  return Buffer.from('x'.repeat(Number(length)));
}

/** As the pull-request gate does. */
function readLedger(bytes: Uint8Array) {
  const reader = createAttemptReader({ isGone: () => true });
  reader.push(bytes);
  return reader.finish();
}

describe('ledgers', () => {
  test('that is sealed decodes, and gives the evidence of SPEC.md and of its seal', () => {
    const { attempt, chain } = readLedger(readVectorFile('ledger-sealed.jsonl'));
    const example = blocksOf(readPage('SPEC.md')).find(({ lines }) => lines[0] === '# Evidence');
    const text = `${example?.lines.join('\n')}\n`;
    if (attempt.seal === undefined) throw new Error('expected a seal');
    const facts = renderFacts({ earlier: [], last: attempt, seal: attempt.seal });

    expect(chain).toMatchObject({ records: 8, sealed: true });
    expect(renderEvidence(facts, parseEvidence(Buffer.from(text), 'EVIDENCE.md').paragraph)).toBe(text);
    expect(createHash('sha256').update(text).digest('hex')).toBe(attempt.seal.evidence);
  });

  test('that is open holds a record of every kind but a seal, and is counted as the rules say', () => {
    const bytes = readVectorFile('ledger-open.jsonl');
    const kinds = new Set(bytes.toString().match(/"kind":"\w+"/g));
    const { attempt } = readLedger(bytes);

    expect(kinds.size).toBe(6);
    expect(attempt).toMatchObject({ runs: 5, passed: 2, failed: 2, interrupted: 1, abandoned: 1, seal: undefined });
    expect(attempt.refused).toEqual({ 'clock-expired': 1, 'budget-exhausted': 0, loop: 0 });
    expect(attempt.failures.map(({ exit, count }) => [exit, count])).toEqual([
      [2, 1],
      [137, 1],
    ]);
    expect(attempt.open.previous).toBe(readLedger(readVectorFile('ledger-sealed.jsonl')).chain.head);
  });

  test.each(vectorsIn('ledger-rejected.jsonl'))('are rejected for %s', (_name, vector) => {
    const refusal = refusalOf(() => readLedger(bytesOf(vector, 'ledger')));
    expect(refusal.code).toBe('ledger-broken');
    expect([refusal.place?.line, refusal.message]).toEqual([vector['line'], vector['reason']]);
  });

  test('are rejected once any one byte of a sealed one is another', () => {
    const bytes = readVectorFile('ledger-sealed.jsonl');
    const survived = [...bytes.keys()].filter((at) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      try {
        readLedger(changed);
        return true;
      } catch {
        return false;
      }
    });
    expect(survived).toEqual([]);
  });
});

test.each(vectorsIn('patch.jsonl'))('the patch of %s', (_name, { entries, patch }) => {
  if (!Array.isArray(entries)) throw new Error('expected entries');
  const read = entries.map((entry: Readonly<Record<string, string>>) => ({
    oldMode: entry['oldMode'] ?? '',
    newMode: entry['newMode'] ?? '',
    oldId: entry['oldId'] ?? '',
    newId: entry['newId'] ?? '',
    status: entry['status'] ?? '',
    path: pathBytes(Buffer.from(entry['path'] ?? Buffer.from(entry['pathBase64'] ?? '', 'base64'))),
  }));
  expect(patchId(read)).toBe(patch);
});

test.each(vectorsIn('trailers.jsonl'))('the trailer %j', (value, { parsed }) => {
  const trailer = parseTrailer(value);
  expect(trailer ?? null).toEqual(parsed);
  expect(trailer === undefined ? value.trim() : renderTrailer(trailer)).toBe(value.trim());
});

describe('hypotheses', () => {
  test.each(vectorsIn('hypothesis-accepted.jsonl'))('are accepted: %s', (_name, vector) => {
    const {
      observableText,
      title = null,
      ship = null,
      ...parsed
    } = parseHypothesis(bytesOf(vector, 'text'), 'HYPOTHESIS.md');
    expect({ ...parsed, title, ship }).toEqual(vector['parsed']);
    expect(observableText).not.toBe('');
  });

  test.each(vectorsIn('hypothesis-refused.jsonl'))('are refused: %s', (_name, vector) => {
    const refusal = refusalOf(() => parseHypothesis(bytesOf(vector, 'text'), 'HYPOTHESIS.md'));
    expect(refusal.code).toBe('hypothesis-refused');
    expect([refusal.place?.line, refusal.message]).toEqual([vector['line'], vector['reason']]);
  });
});

describe('settings', () => {
  const vectors = vectorsIn('configuration.jsonl');

  test.each(vectors.filter(([, { settings }]) => settings !== undefined))(
    'are accepted: %s',
    (_name, { text, settings }) => {
      expect(parseConfig(String(text), '.spike.yml')).toEqual(settings);
    },
  );

  test.each(vectors.filter(([, { reason }]) => reason !== undefined))(
    'are refused: %s',
    (_name, { text, line, column, reason }) => {
      const refusal = refusalOf(() => parseConfig(String(text), '.spike.yml'));
      expect(refusal.code).toBe('config-invalid');
      expect([refusal.place?.line, refusal.place?.column, refusal.message]).toEqual([line, column, reason]);
    },
  );
});
