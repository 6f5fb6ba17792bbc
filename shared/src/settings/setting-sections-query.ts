import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { withPresentNames } from '#src/data-access/present-names.ts';
import { settingKeys } from './keys.ts';
import { type SectionName, SECTION_SCHEMAS } from './sections.ts';
import { z } from '#src/values/zod.ts';

/** A section's value as it was saved, with the defaults of the fields that it has gained since. */
function withDefaults(
  section: SectionName,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const schema: z.ZodMiniType = SECTION_SCHEMAS[section];
  const { success, data } = z.safeParse(schema, value);
  return success ? (data as Readonly<Record<string, unknown>>) : value;
}

/** One section as the server has it. */
export interface SettingSection {
  readonly section: SectionName;
  readonly value: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly changed_at: string;
  /** Null for what a new shop begins with. */
  readonly changed_by_name: string | null;
}

type Read = SettingSection & { readonly changed_by: string | null };

async function fetchSettingSections(signal: AbortSignal): Promise<SettingSection[]> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .from('setting_sections')
      .select('section, value, version, changed_at, changed_by, changed_by_name')
      .abortSignal(signal),
  );
  const read = (rows as unknown as Read[]).map((row) => ({
    ...row,
    value: withDefaults(row.section, row.value),
  }));
  return withPresentNames(read, 'changed_by', 'changed_by_name', signal);
}

/** All sections of the settings, for admins (CFG-30). */
export const settingSectionsQuery = () =>
  queryOptions({
    queryKey: settingKeys.sections(),
    queryFn: ({ signal }) => fetchSettingSections(signal),
    staleTime: 0,
  });
