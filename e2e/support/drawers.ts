import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase } from './database.ts';

/** The till of tests, beside the demo's. */
export const TEST_TILL = 'Mesón de prueba';

/** Adds the till of tests. The fixture `settings` takes it away again. */
export const addTill = (shop: RunningServer) =>
  withDatabase(
    shop,
    (
      sql,
    ) => sql`update setting_sections set value = value || jsonb_build_object('tills', array['Caja', ${TEST_TILL}])
      where section = 'desk'`,
  );

/** An open drawer of the admin at the till of tests, with $10.000. @returns its id */
export async function openTestDrawer(shop: RunningServer): Promise<string> {
  await addTill(shop);
  return withDatabase(shop, async (sql) => {
    const [drawer] = await sql<{ id: string }[]>`
      with drawer as (
        insert into private.drawers (id, till, opened_by, opening, opening_amount)
        select gen_random_uuid(), ${TEST_TILL}, p.id, '{"1000": 10}', 10000 from profiles p
        where p.email = 'admin@taller.test'
        returning *
      ), event as (
        insert into private.drawer_events (drawer_id, kind, created_by, amount)
        select id, 'opened', opened_by, opening_amount from drawer
      )
      select id from drawer`;
    return drawer?.id ?? '';
  });
}

/** Closes that drawer as it was opened. */
export const closeTestDrawer = (shop: RunningServer, id: string) =>
  withDatabase(
    shop,
    (sql) => sql`update private.drawers set closed_at = now(), closed_by = opened_by, counted = opening,
      counted_amount = opening_amount, expected_amount = opening_amount where id = ${id}`,
  );

/** Takes the drawers of tests away: others pay in cash into the demo's only one. */
export const removeTestDrawers = (shop: RunningServer) =>
  withDatabase(shop, async (sql) => {
    const ids = sql`select id from private.drawers where till = ${TEST_TILL}`;
    await sql`update private.payments set drawer_id = null where drawer_id in (${ids})`;
    await sql`delete from private.drawer_events where drawer_id in (${ids})`;
    await sql`delete from private.drawers where till = ${TEST_TILL}`;
  });
