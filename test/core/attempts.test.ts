import { describe, expect, test } from 'vitest';
import { endedWithoutShipping, mayReopen } from '../../src/core/attempts.ts';
import { atWork, holding, looping, seal } from '../support/facts.ts';

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
