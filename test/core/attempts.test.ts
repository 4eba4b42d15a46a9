import { describe, expect, test } from 'vitest';
import { endedWithoutShipping, mayMerge, mayReopen } from '../../src/core/attempts.ts';
import { atWork, after as following, holding, looping, seal } from '../support/facts.ts';

const shipped = seal(holding(), 'ship').attempt();
const killed = seal(looping(), 'kill').attempt();
const left = atWork().attempt();

test('a kill, and a clock that ran out, ended without shipping', () => {
  expect(endedWithoutShipping([])).toBe(0);
  expect(endedWithoutShipping([shipped, killed, left, shipped])).toBe(2);
});

describe('another attempt may follow', () => {
  test.each([
    { name: 'nothing yet', ended: [], allowed: 1, may: true },
    { name: 'one of two that did not ship', ended: [left], allowed: 2, may: true },
    { name: 'a kill, as long as there are attempts left', ended: [killed], allowed: 2, may: true },
    { name: 'a shipped one', ended: [shipped], allowed: 1, may: true },
    { name: 'a shipped one, whatever was before it', ended: [left, killed, shipped], allowed: 2, may: true },
  ])('$name', ({ ended, allowed, may }) => {
    expect(mayReopen(ended, allowed)).toBe(may);
  });
});

describe('no other attempt may follow', () => {
  test.each([
    { name: 'the only one', ended: [left], allowed: 1 },
    { name: 'the last of those allowed', ended: [killed, left], allowed: 2 },
    { name: 'the last of those allowed, some of which shipped', ended: [left, shipped, killed], allowed: 2 },
  ])('$name', ({ ended, allowed }) => {
    expect(mayReopen(ended, allowed)).toBe(false);
  });
});

describe('of a spike that was shipped, opened again and killed', () => {
  const first = seal(holding(), 'ship');
  const second = seal(looping(following(first)), 'kill');
  const attempts = [first.attempt(), second.attempt()];
  const sealOf = (index: number): number => attempts[index]?.seal?.seq ?? -1;

  test.each([
    { what: 'work of the one that shipped', attempt: 1, seq: 2, may: true },
    { what: 'its bundle', attempt: 1, seq: sealOf(0), may: true },
    { what: 'work of the one that was killed', attempt: 2, seq: 2, may: false },
    { what: 'its evidence', attempt: 2, seq: sealOf(1), may: true },
    { what: 'work of one that is not known', attempt: 3, seq: 0, may: false },
  ])('$what may merge: $may', ({ attempt, seq, may }) => {
    expect(mayMerge({ attempt, seq }, attempts)).toBe(may);
  });

  test('work of a killed attempt may merge once a later one has shipped', () => {
    const third = seal(holding(following(second)), 'ship');

    expect(mayMerge({ attempt: 2, seq: 2 }, [...attempts, third.attempt()])).toBe(true);
  });
});
