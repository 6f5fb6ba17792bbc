/**
 * Counts what happened under a key within a sliding window, in memory: a restart forgets, which only helps who is locked out.
 */
export class AttemptLimit {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #times = new Map<string, number[]>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Whether the key has used up its attempts. */
  isExceeded(key: string, now = Date.now()): boolean {
    return this.#recent(key, now).length >= this.#limit;
  }

  /** Counts one attempt. */
  count(key: string, now = Date.now()): void {
    this.#times.set(key, [...this.#recent(key, now), now]);
    // Strangers may send any number of keys: forget those whose time is over.
    if (this.#times.size > 10_000) for (const known of this.#times.keys()) this.#recent(known, now);
  }

  /** Forgets a key, after a success. */
  clear(key: string): void {
    this.#times.delete(key);
  }

  #recent(key: string, now: number): number[] {
    const recent = (this.#times.get(key) ?? []).filter((time) => now - time < this.#windowMs);
    if (recent.length === 0) this.#times.delete(key);
    else this.#times.set(key, recent);
    return recent;
  }
}
