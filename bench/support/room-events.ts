import { setTimeout as delay } from 'node:timers/promises';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import { waitUntil } from '@taller/server/postgres/postmaster.ts';
import { cpuOf } from './cpu.ts';
import type { RoomShop } from './room-shop.ts';

const CHANGES = 20;
const PAUSE_MS = 250;
const PATIENCE_MS = 30_000;

/** Permanent subscribers of each shop, each with its own session; they stay for the following rounds. */
const rooms = new Map<
  RoomShop,
  { heard: Map<string, number[]>; writer: Awaited<ReturnType<RoomShop['signIn']>> }
>();

async function subscribe(shop: RoomShop, count: number) {
  const heard = new Map<string, number[]>();
  const clients: Awaited<ReturnType<RoomShop['signIn']>>[] = [];
  for (const email of shop.desk.slice(0, count)) clients.push(await shop.signIn(email));
  await Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve, reject) => {
          client
            .channel('mesón')
            .on(
              'postgres_changes',
              { event: '*', schema: 'public', table: 'service_orders' },
              ({ new: row }) => {
                const { notes } = row as { notes?: string };
                if (notes !== undefined) heard.set(notes, [...(heard.get(notes) ?? []), performance.now()]);
              },
            )
            .subscribe((status, error) => {
              if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
              else if (error) reject(error);
            });
        }),
    ),
  );
  const [writer] = clients;
  if (!writer) throw new Error('nobody subscribed');
  const room = { heard, writer };
  rooms.set(shop, room);
  return room;
}

/** Measures the time from the request that changes an order until each subscriber has received it. */
export async function measureEvents(shop: RoomShop, count: number): Promise<Record<string, number>> {
  const { heard, writer } = rooms.get(shop) ?? (await subscribe(shop, count));
  const { data } = await writer.from('service_orders').select('id').limit(CHANGES).throwOnError();
  const before = cpuOf(shop.started);
  const times: number[] = [];
  for (const [n, { id }] of data.entries()) {
    const mark = `cambio ${n} ${performance.now()}`;
    const from = performance.now();
    await writer.from('service_orders').update({ notes: mark }).eq('id', id).throwOnError();
    const all = await waitUntil(() => heard.get(mark)?.length === count, PATIENCE_MS, 5);
    if (!all) throw new Error(`${heard.get(mark)?.length ?? 0} of ${count} heard of a change`);
    times.push(...(heard.get(mark) ?? []).map((at) => at - from));
    heard.delete(mark);
    await delay(PAUSE_MS);
  }
  const after = cpuOf(shop.started);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    'delivery p50, ms': at(0.5),
    'delivery p95, ms': at(0.95),
    'Node, ms of CPU a change': ((after.node - before.node) / CHANGES) * 1000,
    'PostgreSQL, ms of CPU a change': ((after.postgres - before.postgres) / CHANGES) * 1000,
  };
}
