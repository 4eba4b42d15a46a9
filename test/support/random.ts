/** Numbers that look random and are the same on every machine, for tests that must be repeatable. */

export interface Random {
  /** From 0 up to `below`. */
  readonly index: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** Mulberry32: one 32-bit state, good enough to mix test data. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const index = (below: number): number => Math.floor(next() * below);
  return {
    index,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[index(items.length)];
      if (item === undefined) throw new Error('expected something to pick from, found nothing');
      return item;
    },
  };
}
