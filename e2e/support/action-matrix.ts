/**
 * ORD-01, ORD-07 to ORD-14 and DATA-02 as one table: which roles see each action of the desk and the order view, and
 * how the server responds if the action is forced through the API. First value, the interface: `yes` shown, `off` shown
 * disabled, `no` hidden. Second value, the server: `yes` done, `no` rejected or nothing found; `-` if the action runs
 * only in the browser.
 */
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { randomUUID } from 'node:crypto';
import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase, type DemoOrder } from './database.ts';
import { coveredOrder, newOrder } from './orders.ts';
import { registerConfirmed, somebody } from './people.ts';

export const MATRIX_ACTORS = ['anon', 'customer', 'technician', 'receptionist', 'admin'] as const;
export type MatrixActor = (typeof MATRIX_ACTORS)[number];

const MATRIX = `
action                  anon    customer  technician  receptionist  admin
new-order               no/no   no/no     no/no       yes/yes       yes/yes
status-pending          no/no   no/no     yes/yes     yes/yes       yes/yes
status-in_progress      no/no   no/no     yes/yes     yes/yes       yes/yes
status-quoted           no/no   no/no     yes/yes     yes/yes       yes/yes
status-completed        no/no   no/no     yes/yes     yes/yes       yes/yes
status-delivered        no/no   no/no     yes/yes     yes/yes       yes/yes
status-cancelled        no/no   no/no     yes/yes     off/no        yes/yes
status-approved         no/no   no/no     no/no       no/no         no/no
status-rejected         no/no   no/no     no/no       no/no         no/no
quote-ready             no/no   no/no     yes/yes     yes/yes       yes/yes
----- the amount is part of the order form too, which a receptionist fills in
inline-price            no/no   no/no     yes/yes     no/yes        yes/yes
notes                   no/no   no/no     yes/yes     yes/yes       yes/yes
wait                    no/no   no/no     yes/yes     yes/yes       yes/yes
promise                 no/no   no/no     yes/yes     yes/yes       yes/yes
----- a card of the board moves by the changes of status and wait above
board                   no/no   no/no     yes/yes     yes/yes       yes/yes
queue                   no/no   no/no     yes/yes     yes/yes       yes/yes
warranty-of             no/no   no/no     no/no       yes/yes       yes/yes
warranty-outcome        no/no   no/no     yes/yes     yes/yes       yes/yes
internal-notes          no/no   no/no     yes/yes     yes/yes       yes/yes
edit                    no/no   no/no     no/no       yes/yes       yes/yes
print                   no/-    no/-      no/-        yes/-         yes/-
payment                 no/no   no/no     no/no       yes/yes       yes/yes
refund                  no/no   no/no     no/no       yes/yes       yes/yes
correction              no/no   no/no     no/no       yes/yes       yes/yes
document                no/no   no/no     no/no       yes/yes       yes/yes
delete                  no/no   no/no     no/no       no/no         yes/yes
access-code             no/no   no/no     yes/yes     yes/yes       yes/yes
search-all-fields       no/no   no/no     no/no       no/no         yes/yes
export                  no/no   no/no     yes/yes     yes/yes       yes/yes
retry-message           no/no   no/no     yes/yes     yes/yes       yes/yes
messages                no/no   no/no     yes/yes     yes/yes       yes/yes
settings                no/no   no/no     no/no       no/no         yes/yes
appointment             no/no   no/no     yes/yes     yes/yes       yes/yes
import                  no/no   no/no     no/no       no/no         yes/yes
edit-user               no/no   no/no     no/no       no/no         yes/yes
delete-user             no/no   no/no     no/no       no/no         yes/yes
`;

export interface Cell {
  ui: 'yes' | 'off' | 'no';
  api: 'yes' | 'no' | '-';
}

/** The parsed table: by action, by actor. */
export const ACTIONS: ReadonlyMap<string, Readonly<Record<MatrixActor, Cell>>> = new Map(
  MATRIX.trim()
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('-----'))
    .map((line) => {
      const [action = '', ...cells] = line.trim().split(/\s+/);
      if (
        cells.length !== MATRIX_ACTORS.length ||
        cells.some((cell) => !/^(yes|off|no)\/(yes|no|-)$/.test(cell))
      )
        throw new Error(`Unreadable line of the action matrix: ${line}`);
      const row = MATRIX_ACTORS.map((actor, index) => {
        const [ui, api] = (cells[index] ?? '').split('/') as [Cell['ui'], Cell['api']];
        return [actor, { ui, api }] as const;
      });
      return [action, Object.fromEntries(row) as Record<MatrixActor, Cell>] as const;
    }),
);

/** A request that performs an action, bypassing the interface. */
interface Forced {
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

const status =
  (value: string, columns: object = {}) =>
  async (order: DemoOrder): Promise<Forced> => ({
    method: 'PATCH',
    path: `service_orders?id=eq.${order.id}`,
    body: { status: value, ...columns },
  });
const change =
  (columns: object) =>
  async (order: DemoOrder): Promise<Forced> => ({
    method: 'PATCH',
    path: `service_orders?id=eq.${order.id}`,
    body: columns,
  });
const call =
  (name: string, args: object = {}) =>
  async (): Promise<Forced> => ({
    method: 'POST',
    path: `rpc/${name}`,
    body: args,
  });

/** Requests that force each action, on a new order. */
export const FORCED: Readonly<Record<string, (order: DemoOrder, shop: RunningServer) => Promise<Forced>>> = {
  'new-order': async () => ({
    method: 'POST',
    path: 'service_orders',
    body: orderColumns({ id: randomUUID(), customer_name: 'Por la API' }),
  }),
  // From another status: a change to the current value would prove nothing.
  'status-pending': async (order, shop) => {
    await withDatabase(
      shop,
      (sql) => sql`update service_orders set status = 'in_progress' where id = ${order.id}`,
    );
    return status('pending')(order);
  },
  'status-in_progress': status('in_progress'),
  'status-quoted': status('quoted', { quote: 10_000, total_amount: 10_000 }),
  'status-completed': status('completed'),
  'status-delivered': status('delivered', { warranty_days: 90 }),
  'status-cancelled': status('cancelled', { notes: 'Motivo de cancelación: sin repuesto' }),
  'status-approved': status('approved'),
  'status-rejected': status('rejected'),
  'quote-ready': status('quoted', {
    quote: 20_000,
    total_amount: 20_000,
    technical_work: 'Cambio de batería',
  }),
  'inline-price': change({ quote: 39_990, total_amount: 39_990 }),
  notes: change({ notes: 'Por la API' }),
  wait: async (order) =>
    call('set_wait', { p_request_id: randomUUID(), p_order_id: order.id, p_reason: 'part' })(),
  promise: async (order) =>
    call('set_promise', {
      p_request_id: randomUUID(),
      p_order_id: order.id,
      p_promised_at: '2046-12-06T20:00:00Z',
    })(),
  board: call('order_board'),
  queue: call('technician_queue'),
  'warranty-of': async (order, shop) =>
    change({ warranty_of: (await coveredOrder(shop)).order_number })(order),
  'warranty-outcome': async (order, shop) => {
    const { order_number: original } = await coveredOrder(shop);
    await withDatabase(
      shop,
      (sql) => sql`
        update service_orders set warranty_of = ${original}, quote = 0, total_amount = 0 where id = ${order.id}`,
    );
    return change({ warranty_outcome: 'covered' })(order);
  },
  'internal-notes': async (order) => ({
    method: 'POST',
    path: 'service_order_internal',
    body: { order_id: order.id, internal_notes: 'Por la API' },
  }),
  edit: change({ customer_name: 'Otra persona' }),
  payment: async (order) =>
    call('take_payment', {
      p_id: randomUUID(),
      p_orders: [{ id: order.id, amount: 1000 }],
      p_method: 'debit',
    })(),
  refund: async (order, shop) => {
    await paidBefore(shop, order);
    return call('give_back', {
      p_id: randomUUID(),
      p_order_id: order.id,
      p_amount: 1000,
      p_method: 'debit',
      p_reason: 'Por la API',
    })();
  },
  correction: async (order, shop) =>
    call('correct_payment', {
      p_id: randomUUID(),
      p_payment_id: await paidBefore(shop, order),
      p_reason: 'Por la API',
    })(),
  document: async (order, shop) =>
    call('add_tax_document', {
      p_id: randomUUID(),
      p_payment_id: await paidBefore(shop, order),
      p_document: { kind: 'boleta', folio: 7_000_000 + order.order_number },
    })(),
  delete: async (order) => ({ method: 'DELETE', path: `service_orders?id=eq.${order.id}` }),
  'access-code': async (order) =>
    call('log_device_code_look', { p_order_id: order.id, p_reason: 'Por la API' })(),
  'search-all-fields': call('search_orders', { p_search: 'a', p_field: 'all' }),
  export: call('export_orders'),
  'retry-message': async (order, shop) => call('retry_message', { p_id: await failedMessage(shop, order) })(),
  messages: call('preview_messages'),
  settings: async (_order, shop) => {
    const [row] = await withDatabase(
      shop,
      (sql) => sql`select value, version from setting_sections where section = 'messages'`,
    );
    const messages = (row?.value ?? {}) as { expireHours: number };
    const value = { ...messages, expireHours: (messages.expireHours % 48) + 1 };
    return {
      method: 'POST',
      path: '../../functions/v1/save-settings',
      body: { requestId: randomUUID(), section: 'messages', value, version: row?.version },
    };
  },
  appointment: async (_order, shop) => ({
    method: 'POST',
    path: 'appointments',
    body: {
      customer_id: await profileOf(shop, 'cliente@taller.test'),
      appointment_date: new Date(Date.now() + 86_400_000).toISOString(),
      reason: 'Por la API',
    },
  }),
  import: async () =>
    call('begin_import', { p_file_name: 'ordenes.csv', p_file_hash: randomUUID(), p_row_count: 1 })(),
  'edit-user': async (_order, shop) => ({
    method: 'PATCH',
    path: `profiles?id=eq.${await profileOf(shop, 'tecnico2@taller.test')}`,
    body: { address: `Calle ${randomUUID().slice(0, 8)}` },
  }),
  'delete-user': async (_order, shop) => {
    const person = somebody();
    await registerConfirmed(shop, person);
    return { method: 'DELETE', path: `profiles?id=eq.${await profileOf(shop, person.email)}` };
  },
};

function profileOf(shop: RunningServer, email: string): Promise<string> {
  return withDatabase(shop, async (sql) => {
    const [profile] = await sql`select id from profiles where email = ${email}`;
    return profile?.id as string;
  });
}

/** A payment that the order has. */
function paidBefore(shop: RunningServer, order: DemoOrder): Promise<string> {
  return withDatabase(shop, async (sql) => {
    await sql`update service_orders set advance_payment = 5000 where id = ${order.id}`;
    const [share] = await sql`select payment_id from private.payment_shares where order_id = ${order.id}`;
    return share?.payment_id as string;
  });
}

/** A message of the order that was not delivered. */
export function failedMessage(shop: RunningServer, order: DemoOrder): Promise<string> {
  return withDatabase(shop, async (sql) => {
    const [message] = await sql`
      insert into whatsapp_messages (order_id, event, occurrence, template, params, phone, state, error_code, failed_at)
      values (${order.id}, 'completed', 9, 'order_completed', ${[String(order.order_number)]}, '56955551234', 'failed', '131000', now())
      returning id`;
    return message?.id as string;
  });
}

/**
 * Performs an action with a user's token, or without one: done, rejected (or nothing found), or the unexpected failure.
 */
export async function force(shop: RunningServer, action: string, token: string | null): Promise<string> {
  const prepare = FORCED[action];
  if (!prepare) throw new Error(`No request for ${action}`);
  const order = await newOrder(shop, { password_type: 'pin', device_password: '4821' });
  const { method, path, body } = await prepare(order, shop);
  const response = await fetch(`${shop.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: shop.keys.publishable,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (response.ok) return answer === '[]' ? 'no' : 'yes';
  return answer.includes('"42501"') || answer === '{"error":"forbidden"}'
    ? 'no'
    : `${response.status} ${answer}`;
}
