import { deleteDraftOf, saveDraftOf, readDraftOf } from '#src/contract/draft-store.ts';
import { wasSentOtherwise } from '#src/data-access/data-error.ts';
import { getSession } from '@taller/shared/runtime';

/** The request data of an idempotent mutation. */
export interface RequestFacts<V> {
  /** Idempotency key: the server processes a request with this id once. */
  readonly id: string;
  /** Variables sent earlier with this id without a response, oldest first; empty after a reload. */
  readonly unanswered: readonly V[];
  /** Whether something was sent with this id before, possibly before a reload. */
  readonly isRepeated: boolean;
}

const owner = () => getSession().user?.id ?? 'visita';

/**
 * The idempotency key of a form. It is created on the first submit and kept through retries and a reload, until the
 * server has responded; leaving the form deletes it together with the draft.
 */
export class OpenRequest<V> {
  readonly #key: string;
  #id: string | null = null;
  #unanswered: readonly V[] = [];
  #isRepeated = false;

  /** @param name of the mutation, unique. */
  constructor(name: string) {
    this.#key = `envio.${name}`;
  }

  /** Sends the variables with the current id, and creates a new one after a response. */
  async send<R>(variables: V, work: (facts: RequestFacts<V>) => Promise<R>): Promise<R> {
    const facts = this.#facts();
    saveDraftOf(owner(), this.#key, facts.id);
    this.#unanswered = [...facts.unanswered, variables];
    this.#isRepeated = true;
    try {
      const result = await work(facts);
      this.end();
      return result;
    } catch (error) {
      // The user has been informed about the earlier submit: the next submit is intentional.
      if (wasSentOtherwise(error)) this.end();
      throw error;
    }
  }

  /** The form was left, or its mutation is done. */
  end(): void {
    this.#id = null;
    this.#unanswered = [];
    this.#isRepeated = false;
    deleteDraftOf(owner(), this.#key);
  }

  #facts(): RequestFacts<V> {
    if (this.#id === null) {
      const kept = readDraftOf(owner(), this.#key);
      this.#isRepeated = typeof kept === 'string';
      this.#id = typeof kept === 'string' ? kept : crypto.randomUUID();
    }
    return { id: this.#id, unanswered: this.#unanswered, isRepeated: this.#isRepeated };
  }
}
