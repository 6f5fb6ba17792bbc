import { randomUUID } from 'node:crypto';
import type { Caller } from './target.ts';
import type { ThrowAwayShop } from './throw-away-shop.ts';

/** How long a change may take to arrive. */
const WAIT_MS = 15_000;

/** Nine years: an appointment may be ten ahead. */
const FAR_MS = 9 * 365 * 24 * 3_600_000;

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown];

/** Tables that publish their changes. */
export const PUBLISHED = [
  'appointments',
  'device_places',
  'notifications',
  'order_checklists',
  'order_waits',
  'service_orders',
  'setting_sections',
  'whatsapp_messages',
];

/** A received change: its table, and the text that identifies the row. */
interface Arrival {
  table: string;
  text: string;
}

/** Follows every published table as an account. @returns the changes so far, and a function that waits for a text. */
async function follow({ target }: ThrowAwayShop, accessToken: string, owner: AsyncDisposableStack) {
  const address = `${target.url.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${target.publishableKey}`;
  const socket = new WebSocket(address);
  owner.defer(async () => socket.close());
  const topic = `realtime:conformidad-${randomUUID()}`;
  const arrivals: Arrival[] = [];
  const waiting = new Set<() => void>();
  let isFollowing = false;
  let failure: string | undefined;
  socket.addEventListener('message', ({ data }) => {
    const [, , , event, payload] = JSON.parse(String(data)) as Frame;
    const said = payload as {
      status?: string;
      data?: { table: string; record?: { message?: string; reason?: string } };
    };
    if (event === 'system' && said.status === 'ok') isFollowing = true;
    if (['phx_reply', 'system'].includes(event) && said.status === 'error') failure = JSON.stringify(payload);
    if (event === 'postgres_changes' && said.data) {
      const { table, record } = said.data;
      arrivals.push({ table, text: record?.message ?? record?.reason ?? '' });
    }
    for (const check of waiting) check();
  });
  socket.addEventListener('error', () => {
    failure = 'no connection';
    for (const check of waiting) check();
  });
  socket.addEventListener('open', () => {
    const config = { postgres_changes: PUBLISHED.map((table) => ({ event: '*', schema: 'public', table })) };
    const frame: Frame = ['1', '1', topic, 'phx_join', { config, access_token: accessToken }];
    socket.send(JSON.stringify(frame));
  });
  const until = (isDone: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing within ${WAIT_MS / 1000} s`)), WAIT_MS);
      const check = () => {
        if (!isDone() && failure === undefined) return;
        clearTimeout(timer);
        waiting.delete(check);
        if (failure === undefined) resolve();
        else reject(new Error(failure));
      };
      waiting.add(check);
      check();
    });
  await until(() => isFollowing);
  return {
    arrivals,
    received: (wanted: string) => until(() => arrivals.some(({ text }) => text === wanted)),
  };
}

/**
 * Checks that staff receive the changes of followed tables in order, and customers those of their own rows. Each
 * published table is followed. Rows are created in two only, since an order would take a number and a message be sent.
 * @returns the difference, or null.
 */
export async function liveChangesDiffer(shop: ThrowAwayShop): Promise<string | null> {
  await using owner = new AsyncDisposableStack();
  const add = async (as: Caller, table: string, row: { id: string } & Record<string, unknown>) => {
    const where = `/rest/v1/${table}?id=eq.${row.id}`;
    owner.defer(async () => void (await shop.ask({ as: 'secret', ask: `DELETE ${where}` })));
    const { status, text } = await shop.ask({ as, ask: `POST /rest/v1/${table}`, body: row });
    if (status !== 201) throw new Error(`a row of ${table} was not added: ${status} ${text}`);
  };
  try {
    const staff = await follow(shop, shop.staff.accessToken, owner);
    const customer = await follow(shop, shop.customer.accessToken, owner);
    const sent: Arrival[] = [];
    for (const n of [1, 2]) {
      const message = `Conformidad ${n} ${randomUUID()}`;
      sent.push({ table: 'notifications', text: message });
      await add('secret', 'notifications', { id: randomUUID(), type: 'message_failed', message });
    }
    const visit = { table: 'appointments', text: `Conformidad ${randomUUID()}` };
    sent.push(visit);
    await add('staff', 'appointments', {
      id: randomUUID(),
      customer_id: shop.customer.id,
      appointment_date: new Date(Date.now() + FAR_MS),
      reason: visit.text,
    });
    await staff.received(visit.text);
    await customer.received(visit.text);
    const own = (arrivals: readonly Arrival[]) =>
      JSON.stringify(arrivals.filter(({ text }) => text.startsWith('Conformidad')));
    if (own(staff.arrivals) !== JSON.stringify(sent)) return `staff received ${own(staff.arrivals)}`;
    return own(customer.arrivals) === JSON.stringify([visit])
      ? null
      : `a customer received ${own(customer.arrivals)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
