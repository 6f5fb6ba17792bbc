import { isDeepStrictEqual } from 'node:util';
import type postgres from 'postgres';
import type { FactsWithImages, ShopFacts } from '@taller/shared/config/shop-facts.ts';

/** The shop's current details in the database. */
export class CurrentFacts {
  #state: FactsWithImages;

  /** @param facts used until the database has been read. */
  constructor(facts: ShopFacts) {
    this.#state = { facts, images: new Map() };
  }

  get(): ShopFacts {
    return this.#state.facts;
  }

  /** The details with their images: the same object until they change. */
  state(): FactsWithImages {
    return this.#state;
  }

  /** Reads the database. */
  async refresh(sql: postgres.Sql): Promise<void> {
    const [{ facts, content }] = await sql<[{ facts: ShopFacts; content: Buffer | null }]>`
      select f.answer -> 'facts' as facts, i.content
      from (select public.shop_facts() as answer) f
      left join private.shop_images i on i.hash = f.answer #>> '{facts,look,logo,hash}'`;
    if (isDeepStrictEqual(facts, this.#state.facts)) return;
    const { logo } = facts.look;
    this.#state = { facts, images: new Map(logo && content ? [[logo.hash, content]] : []) };
  }
}
