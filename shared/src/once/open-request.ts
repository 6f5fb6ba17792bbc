import { forgetFor, keepFor, readFor } from '#src/contract/draft-store.ts';
import { wasSentOtherwise } from '#src/data-access/data-error.ts';
import { getSession } from '@taller/shared/runtime';

/** What a change that must happen once is sent with. */
export interface RequestFacts<V> {
  /** The server does what is asked for under one id once. */
  readonly id: string;
  /** What was sent under it before without learning what became of it, oldest first; nothing of before a reload. */
  readonly unanswered: readonly V[];
  /** Something was sent under it before, perhaps before a reload. */
  readonly isRepeated: boolean;
}

const owner = () => getSession().user?.id ?? 'visita';

/**
 * The id of what a form is about to write. It is made with the first press and stays through every further one, and
 * through a reload of the page, until the server has answered; leaving the form ends it, as it ends what was typed.
 */
export class OpenRequest<V> {
  readonly #key: string;
  #id: string | null = null;
  #unanswered: readonly V[] = [];
  #isRepeated = false;

  /** @param name of the change, as no other one has it. */
  constructor(name: string) {
    this.#key = `envio.${name}`;
  }

  /** Sends the variables under the open id, and opens a new one after an answer. */
  async send<R>(variables: V, work: (facts: RequestFacts<V>) => Promise<R>): Promise<R> {
    const facts = this.#facts();
    keepFor(owner(), this.#key, facts.id);
    this.#unanswered = [...facts.unanswered, variables];
    this.#isRepeated = true;
    try {
      const result = await work(facts);
      this.end();
      return result;
    } catch (error) {
      // The person has been told by this what came of the earlier press: the next one is meant.
      if (wasSentOtherwise(error)) this.end();
      throw error;
    }
  }

  /** The form was left, or its change is done. */
  end(): void {
    this.#id = null;
    this.#unanswered = [];
    this.#isRepeated = false;
    forgetFor(owner(), this.#key);
  }

  #facts(): RequestFacts<V> {
    if (this.#id === null) {
      const kept = readFor(owner(), this.#key);
      this.#isRepeated = typeof kept === 'string';
      this.#id = typeof kept === 'string' ? kept : crypto.randomUUID();
    }
    return { id: this.#id, unanswered: this.#unanswered, isRepeated: this.#isRepeated };
  }
}
