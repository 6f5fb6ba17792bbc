import { BODIES } from '../config/limits.ts';

/** Limits on bytes and requests in memory. */
interface Budget {
  readonly perCaller: number;
  readonly total: number;
  /** Requests of one caller whose response is not complete. */
  readonly requestsPerCaller: number;
}

/** A request beyond the limit of its caller, or of all callers. */
export class OverBudget extends Error {}

/** Memory that one request takes, until it is released. */
export interface Reservation {
  /** @throws OverBudget */
  add(bytes: number): void;
  release(): void;
}

interface Usage {
  bytes: number;
  requests: number;
}

/** Tracks memory held by requests, by caller: bodies count as they arrive, until the response is complete. */
export class BodyBudget {
  readonly #budget: Budget;
  readonly #held = new Map<string, Usage>();
  #total = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** @throws OverBudget */
  reserve(caller: string): Reservation {
    const held = this.#held.get(caller) ?? { bytes: 0, requests: 0 };
    if (held.requests >= this.#budget.requestsPerCaller) throw new OverBudget();
    held.requests += 1;
    this.#held.set(caller, held);
    let mine = 0;
    return {
      add: (bytes) => {
        if (held.bytes + bytes > this.#budget.perCaller || this.#total + bytes > this.#budget.total)
          throw new OverBudget();
        held.bytes += bytes;
        this.#total += bytes;
        mine += bytes;
      },
      release: () => {
        held.bytes -= mine;
        this.#total -= mine;
        held.requests -= 1;
        if (held.requests === 0) this.#held.delete(caller);
      },
    };
  }
}

/** A budget for each kind of caller. */
export const bodyBudgets = () => ({
  anonymous: new BodyBudget(BODIES.anonymous),
  customer: new BodyBudget(BODIES.customer),
  staff: new BodyBudget(BODIES.staff),
});
