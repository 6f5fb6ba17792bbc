import { randomUUID } from 'node:crypto';
import type { Client, Shop } from './shop.ts';

/** Saves section 'data' as its form does, with some values changed. */
export async function changeData(
  { sql }: Pick<Shop, 'sql'>,
  client: Client,
  changes: Readonly<Record<string, unknown>>,
) {
  const [row] = await sql`select value, version from public.setting_sections where section = 'data'`;
  return client.rpc('save_setting_section', {
    p_request_id: randomUUID(),
    p_section: 'data',
    p_value: { ...row?.value, ...changes } as never,
    p_version: Number(row?.version),
  });
}
