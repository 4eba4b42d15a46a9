import { describe, expect, test } from 'vitest';
import { parseInputs } from '../../src/action/inputs.ts';
import { refusalOf } from '../support/refusal.ts';

const parse = (inputs: Readonly<Record<string, string>>) => parseInputs((name) => inputs[name] ?? '');

describe('the inputs', () => {
  test.each([
    [{ token: 't' }, { token: 't', comment: true, author: undefined }],
    [
      { token: 't', comment: 'true', author: 'bot' },
      { token: 't', comment: true, author: 'bot' },
    ],
    [
      { token: 't', comment: 'False' },
      { token: 't', comment: false, author: undefined },
    ],
  ])('%j', (inputs, expected) => {
    expect(parse(inputs)).toEqual(expected);
  });

  test.each([
    [{}],
    [{ token: 'two words' }],
    [{ token: 'x\ny' }],
    [{ token: 't', comment: 'yes' }],
    [{ token: 't', comment: '0' }],
  ])('%j is refused, with what to write', (inputs) => {
    const refusal = refusalOf(() => parse(inputs));
    expect(refusal.code).toBe('usage');
    expect(refusal.hint).toBeDefined();
  });

  test('a token is no part of the message that refuses it', () => {
    expect(refusalOf(() => parse({ token: 'secret secret' })).message).not.toContain('secret');
  });
});
