import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { settingKeys } from './keys.ts';
import type { SectionValue } from './sections.ts';

export type DeskSettings = SectionValue<'desk'>;

async function fetchDeskSettings(signal: AbortSignal): Promise<DeskSettings> {
  const client = await supabase();
  const row = unwrap(
    await client.from('setting_sections').select('value').eq('section', 'desk').abortSignal(signal).single(),
  );
  return row?.value as unknown as DeskSettings;
}

/** Suggestions for the desk's forms, which work without them. Staff only (CFG-60). */
export const deskSettingsQuery = () =>
  queryOptions({
    queryKey: settingKeys.desk(),
    queryFn: ({ signal }) => fetchDeskSettings(signal),
    staleTime: 5 * 60_000,
    gcTime: Infinity,
  });
