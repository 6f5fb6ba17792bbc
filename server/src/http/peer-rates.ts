import { TokenBucket, type Rate } from './token-bucket.ts';

/** Peers remembered at once. Beyond it the one seen longest ago is forgotten, whatever it did. */
const PEERS = 10_000;

/** A rate for each peer, in bounded memory. */
export class PeerRates {
  readonly #rate: Rate;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Whether one more event of the peer is within the rate; if so it is counted. */
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
