/** For each table of the access matrix: a row to act on, a row to insert, a change to make. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Operation } from './access-matrix.ts';
import { CHECKLIST_CASE } from './checklists.ts';
import { makeOrder, orderOf } from './orders.ts';
import { BUCKET, jpeg, keptPhoto, nameOf } from './photos.ts';
import type { Actor, Client, Shop } from './shop.ts';

export type Columns = Readonly<Record<string, unknown>>;
export type Key = string | number;

/** The API's response: whether it was an error, and how many rows. */
export interface Answer {
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly rows: number;
}

export interface TableCase {
  /** Column that identifies the row. */
  readonly key: string;
  /** Creates the row to act on, as superuser, and returns its key. */
  make(shop: Shop, actor: Actor, operation: Operation): Promise<Key>;
  /** A row that satisfies every constraint, including its key. */
  insert(shop: Shop): Promise<Columns>;
  /** A change of one column that the actor may make, if anybody may. */
  readonly update: Columns;
  /** Columns that are readable, if not all of them are. */
  readonly columns?: string;
  /** Asks the API for data that is not one of its tables. */
  call?(client: Client, operation: Operation, key: string): Promise<Answer>;
}

const unique = (text: string): string => `${text} ${randomUUID().slice(0, 8)}`;

/** Inserts a row with those columns as superuser. */
async function put(shop: Shop, table: string, key: string, columns: Columns): Promise<Key> {
  const { sql } = shop;
  const [row] =
    await sql`insert into ${sql('public')}.${sql(table)} ${sql(columns)} returning ${sql(key)} as key`;
  return row?.key as Key;
}

async function aPart(shop: Shop): Promise<Columns> {
  const type = await put(shop, 'component_types', 'id', { name: unique('Pantalla') });
  const supplier = await put(shop, 'suppliers', 'id', { name: unique('FullMobile') });
  const item = { brand: 'Samsung', model: 'A15', quantity: 5, cost_price: 30_000 };
  return { id: randomUUID(), ...item, component_type_id: type, supplier_id: supplier };
}

/** A case whose row to act on has the columns of an insert. */
function plain(
  table: string,
  columns: (shop: Shop) => Promise<Columns>,
  update: Columns,
  key = 'id',
): TableCase {
  return { key, update, insert: columns, make: async (shop) => put(shop, table, key, await columns(shop)) };
}

const named = (table: string): TableCase =>
  plain(table, async () => ({ id: randomUUID(), name: unique('Nombre') }), { name: 'Otro nombre' });

const savedView = () => ({ id: randomUUID(), name: unique('Vista'), status: 'quoted' });

const orderId = async (shop: Shop): Promise<string> => (await makeOrder(shop)).id;

/** A photo that the desk added, and which was checked. */
async function aPhoto(shop: Shop): Promise<{ id: string; name: string }> {
  const order = await orderId(shop);
  const id = await keptPhoto(shop, 'receptionist', order);
  return { id, name: nameOf(order, id) };
}

/** The Storage API's answer, whose refusals have no code of the database. */
async function callStorage(client: Client, operation: Operation, name: string): Promise<Answer> {
  const files = client.storage.from(BUCKET);
  const file = new Blob([new Uint8Array(jpeg({ width: 99 }))], { type: 'image/jpeg' });
  const run = {
    select: () => files.download(name),
    insert: () => files.upload(name, file, { contentType: 'image/jpeg' }),
    update: () => files.update(name, file, { contentType: 'image/jpeg' }),
    delete: () => files.remove([name]),
  };
  const { error, data } = await run[operation]();
  return {
    error: error && { code: '42501', message: error.message },
    rows: Array.isArray(data) ? data.length : data ? 1 : 0,
  };
}

export const TABLE_CASES: Readonly<Record<string, TableCase>> = {
  profiles: {
    key: 'id',
    make: async (shop, actor, operation) => {
      if (operation !== 'delete' || actor === 'customer') return shop.people.customer.id;
      return (await shop.addPerson('customer', { proven: false })).id;
    },
    insert: async () => ({
      id: randomUUID(),
      email: 'nadie@prueba.test',
      full_name: 'Nadie',
      role: 'customer',
    }),
    update: { address: 'Los Aromos 1159' },
  },
  service_orders: {
    key: 'id',
    make: orderId,
    insert: async (shop) => ({ id: randomUUID(), ...orderOf(shop.people.customer) }),
    update: { notes: 'Retira su hermano' },
  },
  staff_names: plain('staff_names', async () => ({ id: randomUUID(), full_name: unique('Persona') }), {
    full_name: 'Otro nombre',
  }),
  service_order_internal: plain(
    'service_order_internal',
    async (shop) => ({ order_id: await orderId(shop), internal_notes: 'Tornillos en la bolsa 14' }),
    { internal_notes: 'Tornillos en la bolsa 15' },
    'order_id',
  ),
  public_order_status: {
    key: 'order_number',
    make: async (shop) => (await makeOrder(shop)).order_number,
    insert: async () => ({ order_number: 900_000, status: 'delivered' }),
    update: { status: 'delivered' },
  },
  order_events: {
    key: 'order_id',
    make: orderId,
    insert: async () => ({ order_id: randomUUID(), order_number: 1, kind: 'status' }),
    update: { actor_name: 'Nadie' },
  },
  order_waits: plain(
    'order_waits',
    async (shop) => ({
      id: randomUUID(),
      order_id: await orderId(shop),
      reason: 'part',
      label: 'Repuesto',
      stops_clock: true,
      started_at: new Date().toISOString(),
    }),
    { note: 'Pedido al proveedor' },
  ),
  order_checklists: CHECKLIST_CASE,
  order_photos: {
    key: 'id',
    columns: 'id, order_id, moment',
    make: async (shop) => (await aPhoto(shop)).id,
    insert: async (shop) => ({ id: randomUUID(), order_id: await orderId(shop), moment: 'reception' }),
    update: { moment: 'delivery' },
  },
  device_places: plain(
    'device_places',
    async (shop) => ({ order_id: await orderId(shop), place: 'Recepción' }),
    { place: 'Mesón de trabajo' },
    'order_id',
  ),
  'storage.objects': {
    key: 'name',
    make: async (shop) => (await aPhoto(shop)).name,
    insert: async (shop) => {
      const photo = { id: randomUUID(), order_id: await orderId(shop), moment: 'reception' };
      await put(shop, 'order_photos', 'id', { ...photo, added_by: shop.people.receptionist.id });
      return { bucket_id: BUCKET, name: nameOf(photo.order_id, photo.id) };
    },
    update: { owner_id: 'nadie' },
    call: callStorage,
  },
  customer_contacts: plain(
    'customer_contacts',
    async (shop) => {
      await shop.sql`insert into private.customer_cards (rut) values ('76432198-7') on conflict do nothing`;
      return { id: randomUUID(), rut: '76432198-7', name: 'Rosa Soto' };
    },
    { role: 'Compras' },
  ),
  decision_history: plain(
    'decision_history',
    async (shop) => ({
      id: randomUUID(),
      order_id: await orderId(shop),
      type: 'success',
      message: 'El cliente aprobó',
    }),
    { message: 'El cliente rechazó' },
  ),
  decision_origins: plain(
    'decision_origins',
    async (shop) => {
      const order_id = await orderId(shop);
      const decision = { order_id, type: 'success', message: 'El cliente aprobó' };
      return {
        decision_id: await put(shop, 'decision_history', 'id', decision),
        order_id,
        address: '203.0.113.0/24',
      };
    },
    { account_name: 'Nadie' },
    'decision_id',
  ),
  activity_logs: plain(
    'activity_logs',
    async () => ({ id: randomUUID(), action_type: 'delete', product_id: randomUUID(), brand: 'Samsung' }),
    { brand: 'Otra' },
  ),
  inventory_movements: {
    columns:
      'id, item_id, kind, delta, quantity_after, brand, model, order_id, order_number, actor_id, actor_name, created_at, import_name',
    ...plain(
      'inventory_movements',
      async () => ({
        item_id: randomUUID(),
        kind: 'added',
        delta: 1,
        quantity_after: 1,
        unit_cost: 1,
        brand: 'Samsung',
        model: 'A15',
      }),
      { delta: 9 },
      'item_id',
    ),
  },
  import_batches: plain(
    'import_batches',
    async () => ({ id: randomUUID(), file_name: 'ordenes.csv', file_hash: randomUUID(), row_count: 3 }),
    { row_count: 4 },
  ),
  notifications: plain(
    'notifications',
    async () => ({ id: randomUUID(), type: 'quote_approved', message: 'Orden #000001' }),
    { is_read: true },
  ),
  whatsapp_messages: plain(
    'whatsapp_messages',
    async (shop) => ({
      id: randomUUID(),
      order_id: await orderId(shop),
      event: 'prueba',
      occurrence: 1,
      template: 'new_order',
      params: ['000001'],
      phone: '56950001000',
    }),
    { state: 'sent' },
  ),
  whatsapp_replies: plain(
    'whatsapp_replies',
    async (shop) => ({
      id: randomUUID(),
      order_id: await orderId(shop),
      phone: '56950001000',
      body: 'Gracias',
      provider_message_id: randomUUID(),
      received_at: '2026-11-01T12:00:00Z',
    }),
    { body: 'Otra cosa' },
  ),
  appointments: plain(
    'appointments',
    async (shop) => ({
      id: randomUUID(),
      customer_id: shop.people.customer.id,
      appointment_date: '2027-01-04T15:00:00Z',
      reason: 'Revisión por garantía',
    }),
    { reason: 'Retiro de equipo' },
  ),
  erasure_requests: plain(
    'erasure_requests',
    async (shop) => ({ id: randomUUID(), customer_id: shop.people.customer.id, state: 'withdrawn' }),
    { state: 'refused' },
  ),
  inventory: plain('inventory', aPart, { quantity: 4 }),
  component_types: named('component_types'),
  suppliers: named('suppliers'),
  pedidos_pantallas: plain(
    'pedidos_pantallas',
    async () => ({
      id: randomUUID(),
      modelo: 'Galaxy A15',
      numero_orden: 'FM-1',
      fecha_compra: '2026-11-01T12:00:00Z',
      precio_costo: 20_000,
      cantidad: 2,
      proveedor: 'FullMobile',
    }),
    { cantidad: 3 },
  ),
  saved_views: {
    key: 'id',
    make: async (shop, actor) => {
      const owner = actor === 'technician' || actor === 'receptionist' ? actor : 'admin';
      // A person has at most twelve.
      await shop.sql`delete from public.saved_views`;
      return put(shop, 'saved_views', 'id', { ...savedView(), owner_id: shop.people[owner].id });
    },
    insert: async () => savedView(),
    update: { name: 'Otro nombre' },
  },
  setting_sections: {
    key: 'section',
    make: async () => 'terms',
    insert: async () => ({ section: 'terms', value: { items: [] } }),
    update: { value: { items: ['Otra condición'] } },
  },
  setting_changes: plain(
    'setting_changes',
    async () => ({ section: 'terms', version: randomInt(2, 2 ** 31), after: { items: [] } }),
    { changed_by_name: 'Nadie' },
    'version',
  ),
  device_code_keys: plain(
    'device_code_keys',
    async () => ({
      id: randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase(),
      public_key: 'A'.repeat(87),
      retired_at: '2026-11-01',
    }),
    { retired_at: '2026-11-02' },
    'id',
  ),
};
