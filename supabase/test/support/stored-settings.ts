/** The settings as the database has them. */
import type { Shop } from './shop.ts';

/** Gives the shop the settings of a new one, without later changes. */
export const renewSettings = ({ sql }: Shop) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from public.setting_changes where version > 1`;
    await tx`update public.setting_sections s set value = c.after, version = 1, changed_by = null, changed_by_name = null
      from public.setting_changes c where c.section = s.section`;
  });

export async function storedSection({ sql }: Shop, section: string) {
  const [row] = await sql`select value, version from public.setting_sections where section = ${section}`;
  return { value: row?.value as unknown, version: row?.version as number };
}

/** The changes of a section, newest first. */
export const changesOf = ({ sql }: Shop, section: string) =>
  sql`select id::int, version, changed_by, changed_by_name, undoes::int from public.setting_changes
    where section = ${section} order by id desc`;
