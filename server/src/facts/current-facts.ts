import type postgres from 'postgres';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';

/** The shop's current details in the database. */
export class CurrentFacts {
  #facts: ShopFacts;

  /** @param facts used until the database has been read. */
  constructor(facts: ShopFacts) {
    this.#facts = facts;
  }

  get(): ShopFacts {
    return this.#facts;
  }

  /** Reads the database. */
  async refresh(sql: postgres.Sql): Promise<ShopFacts> {
    const [row] = await sql<[{ answer: { facts: ShopFacts } }]>`select public.shop_facts() as answer`;
    this.#facts = row.answer.facts;
    return this.#facts;
  }
}
