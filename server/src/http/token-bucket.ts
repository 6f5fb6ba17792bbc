/** A rate limit: a burst of `burst` events, and `perSecond` sustained. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket. */
export class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #filledAt: number;

  constructor(rate: Rate, now = performance.now()) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAt = now;
  }

  /** Takes a token, if there is one. @returns whether the event is within the rate. */
  take(now = performance.now()): boolean {
    this.#fill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #fill(now: number): void {
    const filled = this.#tokens + ((now - this.#filledAt) / 1000) * this.#rate.perSecond;
    this.#tokens = Math.min(this.#rate.burst, filled);
    this.#filledAt = now;
  }
}
