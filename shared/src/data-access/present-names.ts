import { supabase } from '@taller/shared/runtime';

type Named<Id extends string, Name extends string> = Readonly<
  Record<Id, string | null> & Record<Name, string | null>
>;

/**
 * Rows with the names that their authors of the staff have today, by id. The name that was stored stays for accounts
 * that are gone, for customers, and when the names cannot be read.
 * @param id column of the author's id.
 * @param name column of the stored name.
 */
export async function withPresentNames<Id extends string, Name extends string, Row extends Named<Id, Name>>(
  rows: readonly Row[],
  id: Id,
  name: Name,
  signal: AbortSignal,
): Promise<Row[]> {
  if (rows.every((row) => row[id] === null)) return [...rows];
  const client = await supabase();
  const staff = await client
    .from('profiles')
    .select('id, full_name')
    .neq('role', 'customer')
    .abortSignal(signal);
  const names = new Map(staff.data?.map((person) => [person.id, person.full_name]));
  return rows.map((row) => ({ ...row, [name]: names.get(row[id] ?? '') || row[name] }));
}
