import { saveSection } from './settings-calls.ts';
import type { Client, Shop } from './shop.ts';

/** Saves section 'data' as its form does, with some values changed. */
export async function changeData(
  { sql }: Pick<Shop, 'sql'>,
  client: Client,
  changes: Readonly<Record<string, unknown>>,
) {
  const [row] = await sql`select value, version from public.setting_sections where section = 'data'`;
  return saveSection(client, 'data', { ...row?.value, ...changes }, Number(row?.version));
}
