import { paths } from '@taller/shared/contract/paths.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import type { RunningServer } from '@taller/server/start-server.ts';
import { orderIn, withDatabase } from './database.ts';

export type ScreenName = keyof typeof SCREENS;

/** The row that a screen of one row shows; a customer's order is their own. */
async function parameterOf(shop: RunningServer, name: ScreenName): Promise<string> {
  if (name === 'publicOrder') return String((await orderIn(shop, 'in_progress')).order_number);
  if (name === 'dashboardSettingsSection') return 'horario';
  if (name === 'stocktake')
    return withDatabase(shop, async (sql) => {
      // One that is over is in no other one's way.
      const [stocktake] = await sql<{ id: string }[]>`
        insert into private.stocktakes (started_by, finished_at, closed_at, closed_by)
        select id, now(), now(), id from profiles where email = 'admin@taller.test' returning id`;
      if (!stocktake) throw new Error('The demo shop lacks its admin');
      return stocktake.id;
    });
  if (name === 'customer')
    return withDatabase(shop, async (sql) => {
      const [person] = await sql<
        { id: string }[]
      >`select id from profiles where email = 'cliente@taller.test'`;
      if (!person) throw new Error('The demo shop lacks its customer');
      return person.id;
    });
  if (name === 'devicePassport')
    return withDatabase(shop, async (sql) => {
      const [device] = await sql<{ imei: string }[]>`
        select imei from service_orders where imei ~ '^[0-9]{15}$' order by order_number limit 1`;
      if (!device) throw new Error('The demo shop lacks a device with an IMEI');
      return device.imei;
    });
  if (name === 'drawerSheet')
    return withDatabase(shop, async (sql) => {
      const [drawer] = await sql<{ id: string }[]>`select id from private.drawers order by opened_at limit 1`;
      if (!drawer) throw new Error('The demo shop lacks its cash drawers');
      return drawer.id;
    });
  if (name === 'customerOrder' || name === 'printClient')
    return withDatabase(shop, async (sql) => {
      const [order] = await sql<{ id: string }[]>`
        select o.id from service_orders o join profiles p on p.rut = o.customer_rut
        where p.email = 'cliente@taller.test' order by o.order_number limit 1`;
      if (!order) throw new Error('The demo customer has no order');
      return order.id;
    });
  return (await orderIn(shop, name === 'quoteDecision' ? 'quoted' : 'in_progress')).id;
}

/** Address of a screen in the demo shop; of an order, a customer or a section where it shows one. */
export async function addressOf(shop: RunningServer, name: ScreenName): Promise<string> {
  const { getHref } = paths[name] as { getHref: (value?: string) => string };
  return SCREENS[name].path.includes(':') ? getHref(await parameterOf(shop, name)) : getHref();
}
