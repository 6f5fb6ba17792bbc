import { createHmac, randomBytes } from 'node:crypto';

interface Bucket {
  tokens: number;
  /** Time of the last attempt, in milliseconds. */
  at: number;
}

/**
 * Token buckets by key, in memory: a restart resets them, which only helps whoever is locked out. Anonymous visitors
 * choose the keys, so memory is bounded: keys are hashed, and the least recently used ones are evicted once their
 * buckets are full again, or if there are more than `maxKeys`.
 */
export class RateLimit {
  readonly #capacity: number;
  readonly #refillMs: number;
  readonly #maxKeys: number;
  readonly #secret = randomBytes(16);
  /** The buckets in order of use. */
  readonly #buckets = new Map<string, Bucket>();

  /** @param refillMs time after which one token is refilled. */
  constructor(capacity: number, refillMs: number, maxKeys = 20_000) {
    this.#capacity = capacity;
    this.#refillMs = refillMs;
    this.#maxKeys = maxKeys;
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Takes a token. @returns 0, or the milliseconds until one is available, in which case none is taken. */
  take(key: string, now = performance.now()): number {
    const hash = this.#hash(key);
    const { tokens: earlier, at } = this.#buckets.get(hash) ?? { tokens: this.#capacity, at: now };
    const tokens = Math.min(this.#capacity, earlier + (now - at) / this.#refillMs);
    this.#buckets.delete(hash);
    this.#evict(now);
    this.#buckets.set(hash, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * this.#refillMs);
  }

  /** Returns a token, so that the attempt does not count. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(this.#hash(key));
    if (bucket) bucket.tokens += 1;
  }

  #evict(now: number): void {
    for (const [hash, { at }] of this.#buckets) {
      if (this.#buckets.size < this.#maxKeys && now - at < this.#capacity * this.#refillMs) return;
      this.#buckets.delete(hash);
    }
  }

  #hash(key: string): string {
    return createHmac('sha256', this.#secret).update(key).digest('base64').slice(0, 16);
  }
}

/** A rate limit and the key that an attempt is counted under. */
export type Counted = readonly [limit: RateLimit, key: string];

/**
 * Takes a token from each limit, or from none. Limits by peer come first: a request that they refuse adds no key to the
 * others, which would evict the key of somebody else for it.
 * @returns 0, or the milliseconds until all have one.
 */
export function takeAll(counted: readonly Counted[]): number {
  for (const [index, [limit, key]] of counted.entries()) {
    const wait = limit.take(key);
    if (wait === 0) continue;
    refundAll(counted.slice(0, index));
    return wait;
  }
  return 0;
}

export function refundAll(counted: readonly Counted[]): void {
  for (const [limit, key] of counted) limit.giveBack(key);
}
