/** How often something may happen: `burst` times at once, `perSecond` in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Counts events against a rate (token bucket). */
export class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #filledAt: number;

  constructor(rate: Rate, now = performance.now()) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#filledAt = now;
  }

  /** Whether one more event is within the rate; if so it is counted. */
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
