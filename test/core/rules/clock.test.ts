import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/config.ts';
import { OBSERVABLE } from '../../report/ledger.ts';
import {
  after,
  atWork,
  commitFacts,
  foundBy,
  holding,
  intact,
  LOOP,
  MISSING,
  minute,
  PLACED,
  pushFacts,
  runFacts,
  seal,
  shippedFacts,
} from '../../support/facts.ts';

const HINT = 'spike ship -m "why" if the observable held in time, else spike kill -m "what was learnt"';

function expired(ago: string, clock = '1 hour 30 minutes') {
  return [{ message: `the deadline of spike users-email passed ${ago} ago, after ${clock}`, hint: HINT }];
}

describe('at work', () => {
  const ledger = atWork();
  const cases = [
    { name: 'a second before the deadline', now: minute(90) - 1, found: [] },
    { name: 'at the deadline', now: minute(90), found: expired('0 seconds') },
    { name: 'a second after it', now: minute(90) + 1, found: expired('1 second') },
    { name: 'a day after it', now: minute(90 + 24 * 60), found: expired('24 hours') },
  ];

  test.each(cases)('$name: a run', ({ now, found }) => {
    expect(foundBy('clock', { gate: 'run', facts: runFacts({ now, standing: ledger.attempt() }) })).toEqual(found);
  });

  test.each(cases)('$name: a commit', ({ now, found }) => {
    expect(foundBy('clock', { gate: 'commit', facts: commitFacts({ now, ledgers: intact(ledger) }) })).toEqual(found);
  });

  test.each(cases)('$name: a push', ({ now, found }) => {
    expect(foundBy('clock', { gate: 'push', facts: pushFacts({ now, ledgers: intact(ledger) }) })).toEqual(found);
  });

  test('a shorter clock ends sooner', () => {
    const standing = atWork({ deadline: minute(45) }).attempt();

    expect(foundBy('clock', { gate: 'run', facts: runFacts({ now: minute(50), standing }) })).toEqual(
      expired('5 minutes', '45 minutes'),
    );
  });

  test('the clock is that of the last attempt', () => {
    const first = atWork().run(89, LOOP);
    const second = atWork(after(first));
    const ledgers = intact(first, second);

    expect(foundBy('clock', { gate: 'commit', facts: commitFacts({ now: minute(170), ledgers }) })).toEqual([]);
    expect(foundBy('clock', { gate: 'commit', facts: commitFacts({ now: minute(181), ledgers }) })).toEqual(
      expired('60 seconds'),
    );
  });
});

describe('a push', () => {
  test.each([
    {
      name: 'without the ledger',
      ledgers: MISSING,
      found: [
        {
          message: 'expected a ledger that shows this spike in time or sealed: it was not started here',
          hint: 'work where the spike was started',
        },
      ],
    },
    {
      name: 'with a ledger that cannot be read',
      ledgers: PLACED,
      found: [
        {
          message: 'expected a ledger that shows this spike in time or sealed: it is torn',
          hint: 'mend it',
          file: 'spikes/users-email/a-file',
          line: 7,
        },
      ],
    },
  ])('$name', ({ ledgers, found }) => {
    expect(foundBy('clock', { gate: 'push', facts: pushFacts({ ledgers }) })).toEqual(found);
  });
});

describe('in a pull request', () => {
  const late = (began: string) => [
    {
      message: `expected no run after the deadline, found one that began ${began} after it`,
      hint: 'spike start --again -m "why" opens another attempt',
    },
  ];

  test.each([
    { name: 'no run at all after the one that held', ledger: holding(), found: [] },
    {
      name: 'a run that began in time and ended after the deadline',
      ledger: holding().run(89, { ...LOOP, until: 93 }),
      found: [],
    },
    { name: 'a run that began at the deadline', ledger: holding().run(90, LOOP), found: late('0 seconds') },
    {
      name: 'a run that began after it',
      ledger: holding().run(95, { argv: ['ls'], exit: 0 }),
      found: late('5 minutes'),
    },
    {
      name: 'a run that began after it and never ended',
      ledger: holding().begin(92, ['ls']),
      found: late('2 minutes'),
    },
    { name: 'a command refused after it', ledger: holding().refuse(95, ['ls'], 'clock-expired'), found: [] },
  ])('$name', ({ ledger, found }) => {
    const ledgers = intact(seal(ledger, 'ship', { at: 99 }));

    expect(foundBy('clock', { gate: 'pull-request', facts: shippedFacts({ ledgers }) })).toEqual(found);
  });

  test.each([
    { clock: 90 * 60, found: [] },
    {
      clock: 90 * 60 - 1,
      found: [
        {
          message: "expected a clock of at most 1 hour 29 minutes, as the target's tip allows, found 1 hour 30 minutes",
          hint: 'spike start --again -m "why" opens an attempt under the rules of today',
        },
      ],
    },
  ])('a clock of ninety minutes where the tip allows $clock seconds', ({ clock, found }) => {
    const facts = shippedFacts({ tip: { ...DEFAULT_CONFIG, clock } });

    expect(foundBy('clock', { gate: 'pull-request', facts })).toEqual(found);
  });

  test('what an earlier attempt ran after its deadline is not asked', () => {
    const first = atWork().run(95, { argv: OBSERVABLE, exit: 1 });
    const second = seal(holding(after(first)), 'ship');

    expect(foundBy('clock', { gate: 'pull-request', facts: shippedFacts({ ledgers: intact(first, second) }) })).toEqual(
      [],
    );
  });
});
