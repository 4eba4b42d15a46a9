import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChangeEntry, patchId } from '../../src/core/patch.ts';
import { pathBytes } from '../../src/core/path-bytes.ts';

const ZEROS = '0'.repeat(40);

function entry(path: string | Uint8Array, over: Partial<ChangeEntry> = {}): ChangeEntry {
  return {
    oldMode: '100644',
    newMode: '100755',
    oldId: '1'.repeat(40),
    newId: '2'.repeat(40),
    status: 'M',
    path: pathBytes(typeof path === 'string' ? Buffer.from(path) : path),
    ...over,
  };
}

function sha256(...parts: readonly (string | Uint8Array)[]): string {
  return createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest('hex');
}

test('nothing changed is the hash of nothing', () => {
  expect(patchId([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('an entry is its modes, its ids and its path as they are', () => {
  const path = Buffer.from([0x61, 0xff, 0x09, 0x0a]);

  expect(patchId([entry(path)])).toBe(sha256(`100644 ${'1'.repeat(40)} 100755 ${'2'.repeat(40)}\t`, path, '\0'));
});

test('entries stand in the order of their paths’ bytes, which is not that of their letters', () => {
  const added = { oldMode: '000000', oldId: ZEROS, status: 'A' };
  const line = `000000 ${ZEROS} 100755 ${'2'.repeat(40)}\t`;

  expect(patchId(['\u{1F600}', '\uFFFD', 'b', 'B', 'a/b', 'a.b'].map((path) => entry(path, added)))).toBe(
    sha256(...['B', 'a.b', 'a/b', 'b', '\uFFFD', '\u{1F600}'].flatMap((path) => [line, path, '\0'])),
  );
});

describe('for any changes', () => {
  const id = fc.stringMatching(/^[0-9a-f]{40}$/);
  const mode = fc.constantFrom('000000', '100644', '100755', '120000', '160000');
  const entries = fc.uniqueArray(
    fc.record({
      oldMode: mode,
      newMode: mode,
      oldId: id,
      newId: id,
      status: fc.constantFrom('A', 'M', 'D', 'T'),
      path: fc.uint8Array({ minLength: 1, maxLength: 6, min: 1 }).map(pathBytes),
    }),
    { selector: ({ path }) => path, minLength: 1, maxLength: 8 },
  );
  const shuffled = entries.chain((some) =>
    fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
  );

  test('the order in which they are told makes no difference', () => {
    const property = fc.property(shuffled, ([some, other]) => patchId(some) === patchId(other));

    expect(() => fc.assert(property)).not.toThrow();
  });

  test('the list that is given stays as it is', () => {
    const property = fc.property(shuffled, ([, some]) => {
      const before = [...some];
      patchId(some);
      return some.every((one, index) => one === before[index]);
    });

    expect(() => fc.assert(property)).not.toThrow();
  });

  test.each(['oldMode', 'newMode', 'oldId', 'newId', 'path'] as const)('another %s is another patch', (field) => {
    const other = { oldMode: '100664', newMode: '100664', oldId: 'x', newId: 'x', path: pathBytes(Buffer.alloc(7, 1)) };
    const property = fc.property(entries, ([one, ...rest]) => {
      if (one === undefined) return false;
      return patchId([one, ...rest]) !== patchId([{ ...one, [field]: other[field] }, ...rest]);
    });

    expect(() => fc.assert(property)).not.toThrow();
  });

  test('one more is another patch', () => {
    const property = fc.property(entries, (some) => patchId(some) !== patchId(some.slice(1)));

    expect(() => fc.assert(property)).not.toThrow();
  });
});
