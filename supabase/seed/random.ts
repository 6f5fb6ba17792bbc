/** Seeded random generator: the same seed produces the same shop on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer, both ends inclusive. */
  int(from: number, to: number): number;
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  /** A random item. @throws RangeError if the list is empty. */
  pick<T>(list: readonly T[]): T;
  /** A random key of `{ key: weight }`, by weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K;
  /** A version 4 UUID. */
  uuid(): string;
  /** A string of that many digits. */
  digits(count: number): string;
}

/** The mulberry32 generator: small, fast and sufficient for demo data. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const chosen = list[int(0, list.length - 1)];
      if (chosen === undefined) throw new RangeError('Nothing to pick from.');
      return chosen;
    },
    weighted: (weights) => pickWeighted(weights, next()),
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => int(0, 15).toString(16));
      hex[12] = '4';
      hex[16] = '89ab'.charAt(int(0, 3));
      const text = hex.join('');
      return [
        text.slice(0, 8),
        text.slice(8, 12),
        text.slice(12, 16),
        text.slice(16, 20),
        text.slice(20),
      ].join('-');
    },
    digits: (count) => Array.from({ length: count }, () => String(int(0, 9))).join(''),
  };
}

function pickWeighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>, at: number): K {
  const entries = Object.entries(weights) as [K, number][];
  let rest = at * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    rest -= weight;
    if (rest < 0) return key;
  }
  throw new RangeError('The weights are empty or all zero.');
}
