import type { Database } from '@taller/shared/db/database.types.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import { cpuOf } from './cpu.ts';
import type { RoomShop } from './room-shop.ts';

type Client = SupabaseClient<Database>;
type Filter = Database['public']['Functions']['search_orders']['Args'];

/** Typical requests of a desk: mostly its first page, which is reloaded after every change. */
const MIX: readonly Filter[] = [
  { p_search: '', p_field: 'customer_name', p_page: 1 },
  { p_search: '', p_field: 'customer_name', p_page: 1 },
  { p_search: '', p_field: 'customer_name', p_page: 1 },
  { p_search: '', p_field: 'customer_name', p_page: 1 },
  { p_search: '', p_field: 'customer_name', p_page: 1, p_status: 'pending' },
  { p_search: '', p_field: 'customer_name', p_page: 2 },
  { p_search: 'gonzalez', p_field: 'customer_name', p_page: 1 },
  { p_search: '000123', p_field: 'order_number', p_page: 1 },
  { p_search: 'galaxy a1', p_field: 'equipment_model', p_page: 1 },
  { p_search: 'samsung', p_field: 'equipment_brand', p_page: 1 },
];
const REQUESTS = 400;
const WARM_UP = 150;
/** Concurrent requests of one desk. */
const AT_ONCE = 4;

const clients = new Map<RoomShop, Client>();

async function ask(client: Client, count: number): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const { data, error } = await client.rpc('search_orders', MIX[next++ % MIX.length] ?? {});
      if (error) throw error;
      if (data.length === 0) throw new Error('A list was empty');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** List requests of one receptionist per second of processor time. */
export async function measureLists(shop: RoomShop): Promise<Record<string, number>> {
  let client = clients.get(shop);
  if (!client) {
    client = await shop.signIn(shop.desk[0] ?? '');
    clients.set(shop, client);
    await ask(client, WARM_UP);
  }
  const before = cpuOf(shop.started);
  const from = performance.now();
  await ask(client, REQUESTS);
  const seconds = (performance.now() - from) / 1000;
  const after = cpuOf(shop.started);
  const node = after.node - before.node;
  const database = after.postgres - before.postgres;
  return {
    'lists per CPU second': REQUESTS / (node + database),
    'Node, ms of CPU each': (node / REQUESTS) * 1000,
    'PostgreSQL, ms of CPU each': (database / REQUESTS) * 1000,
    'lists per second by the clock': REQUESTS / seconds,
  };
}
