import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasParagraph, withoutParagraph, withParagraph } from '../../src/install/agents.ts';

const BRANCHES = ['spike/*'];

describe('the paragraph for agents', () => {
  test('says what to run everything through, what the exit codes mean and what to leave alone', () => {
    const text = withParagraph(undefined, ['spike/*', 'try-*']);

    for (const word of [
      '`spike/*` or `try-*`',
      '`spike-run`',
      'Exit 3',
      'exit 4',
      'stop',
      'report',
      '--no-verify',
      'HYPOTHESIS.md',
      'hooks',
    ]) {
      expect(text).toContain(word);
    }
  });

  test('is brought up to date in place', () => {
    const before = `# Agents\n${withParagraph(undefined, ['old-*'])}\nMore.\n`;
    const after = withParagraph(before, BRANCHES);

    expect(after).toBe(before.replaceAll('old-*', 'spike/*'));
    expect(withParagraph(after, BRANCHES)).toBe(after);
  });

  test('is put in and taken out without a trace, whatever is there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '\r\n', '# x', '<!--', ' ', '\n<!-- spike-gate: begin -->\n')),
        (parts) => {
          const text = parts.join('');
          const added = withParagraph(text, BRANCHES);
          return hasParagraph(added) && !hasParagraph(text) && withoutParagraph(added) === text;
        },
      ),
    );
    expect(withoutParagraph(withParagraph(undefined, BRANCHES))).toBeUndefined();
  });

  test('leaves lines that were written around it apart', () => {
    const paragraph = withParagraph(undefined, BRANCHES);

    expect(withoutParagraph(`above\n${paragraph}below\n`)).toBe('above\nbelow\n');
    expect(withoutParagraph(`above\n\n${paragraph}\nbelow\n`)).toBe('above\n\nbelow\n');
    expect(withoutParagraph(`${paragraph}below\n`)).toBe('below\n');
  });

  test.each([
    ['only its beginning', '<!-- spike-gate: begin -->\nrest\n'],
    ['only its end', 'rest\n<!-- spike-gate: end -->\n'],
    ['its markers inside a line', 'see <!-- spike-gate: begin -->\n<!-- spike-gate: end -->\n'],
  ])('is not taken to be there when there is %s', (_, text) => {
    expect(hasParagraph(text)).toBe(false);
    expect(withoutParagraph(text)).toBe(text);
  });
});
