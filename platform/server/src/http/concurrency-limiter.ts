import { QUEUE_WAIT_MS, WAITING_TOTAL, type Places } from '../config/limits.ts';

/** A request that was not run: its caller has too many queued, or it waited too long. */
export class ConcurrencyLimitError extends Error {}

interface Waiting {
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * Limits concurrency; queued tasks run round-robin by caller, so that one caller's hundred requests do not delay
 * another's single one.
 */
export class ConcurrencyLimiter {
  readonly #places: Places;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting[]>();
  #runningTotal = 0;
  #waitingTotal = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  /** Runs a caller's task as soon as a slot is free. @throws ConcurrencyLimitError */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    if (this.#hasPlace(caller)) this.#count(caller, 1);
    else await this.#wait(caller);
    try {
      return await task();
    } finally {
      this.#count(caller, -1);
      this.#next();
    }
  }

  #hasPlace(caller: string): boolean {
    return (
      this.#runningTotal < this.#places.total && (this.#running.get(caller) ?? 0) < this.#places.perCaller
    );
  }

  #count(caller: string, change: 1 | -1): void {
    const running = (this.#running.get(caller) ?? 0) + change;
    this.#runningTotal += change;
    if (running === 0) this.#running.delete(caller);
    else this.#running.set(caller, running);
  }

  #wait(caller: string): Promise<void> {
    const queue = this.#waiting.get(caller) ?? [];
    if (queue.length >= this.#places.waitingPerCaller || this.#waitingTotal >= WAITING_TOTAL)
      return Promise.reject(new ConcurrencyLimitError());
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          this.#remove(caller, entry);
          reject(new ConcurrencyLimitError());
        },
      };
      const timer = setTimeout(entry.refuse, QUEUE_WAIT_MS);
      this.#waiting.set(caller, [...queue, entry]);
      this.#waitingTotal += 1;
    });
  }

  #remove(caller: string, entry: Waiting): void {
    const rest = (this.#waiting.get(caller) ?? []).filter((other) => other !== entry);
    this.#waitingTotal -= 1;
    this.#waiting.delete(caller);
    // Moved to the end of the round-robin.
    if (rest.length > 0) this.#waiting.set(caller, rest);
  }

  #next(): void {
    for (const [caller, [first]] of this.#waiting) {
      if (!first || !this.#hasPlace(caller)) continue;
      this.#remove(caller, first);
      this.#count(caller, 1);
      first.start();
      return;
    }
  }
}
