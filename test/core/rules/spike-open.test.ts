import { describe, expect, test } from 'vitest';
import {
  atWork,
  commitFacts,
  foundBy,
  holding,
  intact,
  looping,
  MISSING,
  minute,
  PLACED,
  runFacts,
  seal,
} from '../../support/facts.ts';

const SHIPPED = {
  message: 'expected an open spike, found users-email shipped 10 minutes ago',
  hint: 'spike start --again -m "why" opens a review round',
};
const KILLED = {
  message: 'expected an open spike, found users-email killed 10 minutes ago',
  hint: 'spike new <slug> begins another spike',
};

describe('a run', () => {
  test.each([
    { name: 'open', ledger: atWork(), found: [] },
    { name: 'shipped', ledger: seal(holding(), 'ship'), found: [SHIPPED] },
    { name: 'killed', ledger: seal(looping(), 'kill'), found: [KILLED] },
  ])('of a spike that is $name', ({ ledger, found }) => {
    expect(foundBy('spike-open', { gate: 'run', facts: runFacts({ standing: ledger.attempt() }) })).toEqual(found);
  });

  test('after the seal is told of the seal alone, long after the deadline too', () => {
    const facts = runFacts({ standing: seal(looping(), 'kill').attempt(), now: minute(70 + 26 * 60 + 15) });

    expect(foundBy('spike-open', { gate: 'run', facts })).toEqual([
      { ...KILLED, message: 'expected an open spike, found users-email killed 26 hours 15 minutes ago' },
    ]);
  });
});

describe('a commit', () => {
  test.each([
    { name: 'of an open spike', ledgers: intact(atWork()), found: [] },
    { name: 'of a killed spike', ledgers: intact(seal(looping(), 'kill')), found: [KILLED] },
    {
      name: 'without the ledger',
      ledgers: MISSING,
      found: [
        {
          message: 'expected the ledger of this spike here, found none that can be used: it was not started here',
          hint: 'work where the spike was started',
        },
      ],
    },
    {
      name: 'with a ledger that cannot be read',
      ledgers: PLACED,
      found: [
        {
          message: 'expected the ledger of this spike here, found none that can be used: it is torn',
          hint: 'mend it',
          file: 'spikes/users-email/a-file',
          line: 7,
        },
      ],
    },
  ])('$name', ({ ledgers, found }) => {
    expect(foundBy('spike-open', { gate: 'commit', facts: commitFacts({ ledgers }) })).toEqual(found);
  });
});
