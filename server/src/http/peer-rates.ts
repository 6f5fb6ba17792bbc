import { TokenBucket, type Rate } from './token-bucket.ts';

/** Maximum number of peers. Beyond it the least recently seen is evicted. */
const PEERS = 10_000;

/** A rate limit per peer, in bounded memory. */
export class PeerRates {
  readonly #rate: Rate;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Counts an event of the peer, if it is within the rate. @returns whether it is. */
  take(peer: string, now = performance.now()): boolean {
    const bucket = this.#buckets.get(peer) ?? new TokenBucket(this.#rate, now);
    this.#buckets.delete(peer);
    this.#buckets.set(peer, bucket);
    if (this.#buckets.size > PEERS) {
      const [oldest = peer] = this.#buckets.keys();
      this.#buckets.delete(oldest);
    }
    return bucket.take(now);
  }
}
