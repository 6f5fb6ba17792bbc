import type postgres from 'postgres';
import type { ShopFacts, ShopImages } from '@taller/shared/config/shop-facts.ts';

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

  /** The images that the details name. */
  async images(sql: postgres.Sql): Promise<ShopImages> {
    const hash = this.#facts.look.logo?.hash;
    if (hash === undefined) return new Map();
    const rows = await sql<{ hash: string; content: Buffer }[]>`
      select hash, content from private.shop_images where hash = ${hash}`;
    return new Map(rows.map((row) => [row.hash, row.content]));
  }
}
