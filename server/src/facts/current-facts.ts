import type postgres from 'postgres';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';

/** The shop's facts as the database has them now. */
export class CurrentFacts {
  #facts: ShopFacts;

  /** @param facts until the database has been asked. */
  constructor(facts: ShopFacts) {
    this.#facts = facts;
  }

  get(): ShopFacts {
    return this.#facts;
  }

  /** Asks the database. */
  async refresh(sql: postgres.Sql): Promise<ShopFacts> {
    const [row] = await sql<[{ answer: { facts: ShopFacts } }]>`select public.shop_facts() as answer`;
    this.#facts = row.answer.facts;
    return this.#facts;
  }
}
