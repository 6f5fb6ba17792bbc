import type { Person } from './shop.ts';

/** Reads the preview and confirms exactly that, as an admin does. */
export async function anonymize({ client }: Pick<Person, 'client'>, by: string, value: string) {
  const preview = await client.rpc('preview_anonymization', { p_by: by, p_value: value });
  if (preview.error) return preview;
  const { seen } = preview.data as { seen: string };
  return client.rpc('anonymize_customer', { p_by: by, p_value: value, p_seen: seen });
}
