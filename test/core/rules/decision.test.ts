import { describe, expect, test } from 'vitest';
import {
  after,
  change,
  foundBy,
  holding,
  intact,
  killedFacts,
  looping,
  MISSING,
  seal,
  shippedFacts,
} from '../../support/facts.ts';

describe('the decision', () => {
  test('of a pull request is ship', () => {
    const found = (ledgers: ReturnType<typeof intact>) =>
      foundBy('decision', { gate: 'pull-request', facts: shippedFacts({ ledgers }) });
    const shipped = seal(holding(), 'ship');

    expect(found(intact(shipped))).toEqual([]);
    expect(found(intact(shipped, seal(holding(after(shipped)), 'kill')))).toEqual([
      {
        message: 'expected the decision to be ship, found kill',
        hint: 'a killed spike never merges code: push the branch spike-evidence/users-email that spike kill made instead',
      },
    ]);
    expect(found(MISSING)).toEqual([
      {
        message: 'users-email is not shipped yet: expected a sealed bundle, found none',
        hint: 'spike ship -m "why"',
      },
    ]);
    expect(found(intact(looping()))).toMatchObject([{ hint: 'spike kill -m "why"' }]);
  });

  test('of evidence is kill', () => {
    const found = (ledgers: ReturnType<typeof intact>) =>
      foundBy('decision', { gate: 'evidence', facts: killedFacts({ ledgers, change: change({ files: 0 }) }) });

    expect(found(intact(seal(looping(), 'kill')))).toEqual([]);
    expect(found(intact(seal(holding(), 'ship')))).toEqual([
      {
        message: 'expected the decision to be kill, found ship',
        hint: 'evidence of a shipped spike merges with its code: use the spike branch',
      },
    ]);
    expect(found(intact(looping()))).toEqual([
      {
        message: 'users-email is not killed yet: expected a sealed bundle, found none',
        hint: 'spike kill -m "why"',
      },
    ]);
  });
});
