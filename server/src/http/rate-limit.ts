import { createHmac, randomBytes } from 'node:crypto';

interface Bucket {
  tokens: number;
  /** Time of the last refill, in milliseconds. */
  at: number;
}

const CLEAN_MS = 60_000;

/**
 * Token buckets by key, in memory: a restart resets them, which only helps whoever is locked out. Strangers choose the
 * keys, so memory is bounded: keys are hashed, no call iterates over them, and beyond `maxKeys` the least recently used
 * one is evicted.
 */
export class RateLimit {
  readonly #capacity: number;
  readonly #refillMs: number;
  readonly #maxKeys: number;
  readonly #secret = randomBytes(16);
  readonly #buckets = new Map<string, Bucket>();
  readonly #cleaning: NodeJS.Timeout;

  /** @param refillMs time after which one token is refilled. */
  constructor(capacity: number, refillMs: number, maxKeys = 20_000) {
    this.#capacity = capacity;
    this.#refillMs = refillMs;
    this.#maxKeys = maxKeys;
    this.#cleaning = setInterval(() => this.clean(), CLEAN_MS).unref();
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Takes a token. @returns 0, or the milliseconds until one is available, in which case none is taken. */
  take(key: string, now = Date.now()): number {
    const hash = this.#hash(key);
    const tokens = this.#tokensOf(this.#buckets.get(hash), now);
    this.#buckets.delete(hash);
    if (this.#buckets.size >= this.#maxKeys) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    const left = tokens >= 1 ? tokens - 1 : tokens;
    // Moved to the end: the map is in order of use.
    this.#buckets.set(hash, { tokens: left, at: now });
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * this.#refillMs);
  }

  /** Returns a token, so that the attempt does not count. */
  giveBack(key: string, now = Date.now()): void {
    const hash = this.#hash(key);
    const bucket = this.#buckets.get(hash);
    if (bucket) Object.assign(bucket, { tokens: this.#tokensOf(bucket, now) + 1, at: now });
  }

  /** Evicts keys whose bucket is full. */
  clean(now = Date.now()): void {
    for (const [hash, bucket] of this.#buckets) {
      if (this.#tokensOf(bucket, now) >= this.#capacity) this.#buckets.delete(hash);
    }
  }

  stop(): void {
    clearInterval(this.#cleaning);
  }

  #tokensOf(bucket: Bucket | undefined, now: number): number {
    if (!bucket) return this.#capacity;
    return Math.min(this.#capacity, bucket.tokens + (now - bucket.at) / this.#refillMs);
  }

  #hash(key: string): string {
    return createHmac('sha256', this.#secret).update(key).digest('base64').slice(0, 16);
  }
}

/** A rate limit and the key that an attempt is counted under. */
export type Counted = readonly [limit: RateLimit, key: string];

/** Takes a token from each limit, or from none. @returns 0, or the milliseconds until all have one. */
export function takeAll(counted: readonly Counted[]): number {
  for (const [index, [limit, key]] of counted.entries()) {
    const wait = limit.take(key);
    if (wait === 0) continue;
    giveBackAll(counted.slice(0, index));
    return wait;
  }
  return 0;
}

export function giveBackAll(counted: readonly Counted[]): void {
  for (const [limit, key] of counted) limit.giveBack(key);
}
