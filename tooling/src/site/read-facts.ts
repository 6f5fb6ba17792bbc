import { readFile } from 'node:fs/promises';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';

const SECTIONS = ['shop', 'look', 'landing', 'hours', 'services', 'terms'] as const;

function complete(value: unknown, from: string): ShopFacts {
  const missing = SECTIONS.filter((name) => typeof (value as Partial<ShopFacts> | null)?.[name] !== 'object');
  if (missing.length > 0) throw new Error(`${from}: faltan datos de la tienda (${missing.join(', ')}).`);
  return value as ShopFacts;
}

/**
 * The shop's details from a file: `shop_facts().facts` as JSON.
 * @throws with a Spanish message if a section is missing.
 */
export const factsOfFile = async (file: string): Promise<ShopFacts> =>
  complete(JSON.parse(await readFile(file, 'utf8')), file);

/**
 * The shop's details from a Supabase project, with its public key.
 * @throws with a Spanish message without an answer.
 */
export async function factsOfProject({ url, key }: { url: string; key: string }): Promise<ShopFacts> {
  const response = await fetch(`${url}/rest/v1/rpc/shop_facts`, { method: 'POST', headers: { apikey: key } });
  if (!response.ok) throw new Error(`${url} no entregó los datos de la tienda (${response.status}).`);
  const { facts } = (await response.json()) as { facts: unknown };
  return complete(facts, url);
}
