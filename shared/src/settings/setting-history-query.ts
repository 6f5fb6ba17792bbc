import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { settingKeys } from './keys.ts';
import type { SectionName } from './sections.ts';

/** One version of a section. */
export interface SettingChange {
  readonly id: number;
  readonly version: number;
  /** Null for what a new shop begins with. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
  readonly changed_at: string;
  readonly changed_by_name: string | null;
  /** The change that this one took back. */
  readonly undoes: number | null;
}

type Read = SettingChange & { readonly changed_by: string | null };

/** Versions that the screen shows. */
const LIMIT = 50;

async function fetchSettingHistory(section: SectionName, signal: AbortSignal): Promise<SettingChange[]> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('setting_changes')
      .select('id, version, before, after, changed_at, changed_by, changed_by_name, undoes')
      .eq('section', section)
      .order('id', { ascending: false })
      .limit(LIMIT)
      .abortSignal(signal),
  );
  return withPresentNames(rows as unknown as Read[], 'changed_by', 'changed_by_name', signal);
}

/** The latest versions of a section, newest first, for admins (CFG-33). */
export const settingHistoryQuery = (section: SectionName) =>
  queryOptions({
    queryKey: settingKeys.history(section),
    queryFn: ({ signal }) => fetchSettingHistory(section, signal),
    staleTime: 0,
  });
