/** DATA-01: every table and column exists under its name, with exactly the specified enumerations. */
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Entities with their columns and types, as DATA-01 lists them. */
const ENTITIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  profiles: {
    id: 'uuid',
    email: 'text',
    full_name: 'text',
    rut: 'text',
    phone: 'text',
    address: 'text',
    role: 'text',
    created_at: 'timestamp with time zone',
  },
  service_orders: {
    id: 'uuid',
    order_number: 'integer',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    status: 'text',
    customer_name: 'text',
    customer_phone: 'text',
    customer_address: 'text',
    customer_rut: 'text',
    equipment_type: 'text',
    equipment_brand: 'text',
    equipment_model: 'text',
    imei: 'text',
    equipment_condition: 'text',
    work_description: 'text',
    technical_work: 'text',
    quote: 'bigint',
    total_amount: 'bigint',
    advance_payment: 'bigint',
    technician_id: 'uuid',
    receptionist_id: 'uuid',
    password_type: 'text',
    device_password: 'text',
    notes: 'text',
    approved_at: 'timestamp with time zone',
    rejected_at: 'timestamp with time zone',
    delivered_at: 'timestamp with time zone',
    warranty_days: 'integer',
  },
  appointments: { customer_id: 'uuid', appointment_date: 'timestamp with time zone' },
  notifications: {
    id: 'uuid',
    type: 'text',
    message: 'text',
    is_read: 'boolean',
    created_at: 'timestamp with time zone',
  },
  inventory: {
    id: 'uuid',
    brand: 'text',
    model: 'text',
    quantity: 'integer',
    cost_price: 'bigint',
    created_at: 'timestamp with time zone',
    component_type_id: 'uuid',
    supplier_id: 'uuid',
  },
  component_types: { id: 'uuid', name: 'text' },
  suppliers: { id: 'uuid', name: 'text' },
  activity_logs: {
    id: 'uuid',
    user_id: 'uuid',
    action_type: 'text',
    product_id: 'uuid',
    brand: 'text',
    model: 'text',
    quantity_affected: 'integer',
    cost_price_affected: 'bigint',
    service_order: 'text',
    component_type_id: 'uuid',
    created_at: 'timestamp with time zone',
  },
  pedidos_pantallas: {
    id: 'uuid',
    modelo: 'text',
    numero_orden: 'text',
    fecha_compra: 'timestamp with time zone',
    precio_costo: 'bigint',
    cantidad: 'integer',
    proveedor: 'text',
    created_at: 'timestamp with time zone',
  },
  decision_history: { id: 'uuid', type: 'text', message: 'text', created_at: 'timestamp with time zone' },
  public_order_status: { order_number: 'integer', status: 'text' },
};

/** Enumeration columns. */
const WORDS: readonly (readonly [table: string, column: string, words: readonly string[]])[] = [
  [
    'service_orders',
    'status',
    ['approved', 'cancelled', 'completed', 'delivered', 'in_progress', 'pending', 'quoted', 'rejected'],
  ],
  // Older rows contain 'other' (REP-04).
  ['service_orders', 'equipment_type', ['desktop', 'laptop', 'other', 'others', 'smartphone', 'tablet']],
  ['service_orders', 'password_type', ['password', 'pattern', 'pin']],
  [
    'notifications',
    'type',
    [
      'booking',
      'booking_cancelled',
      'booking_message_failed',
      'booking_moved',
      'customer_reply',
      'erasure_requested',
      'message_failed',
      'part_arrived',
      'quote_approved',
      'quote_rejected',
    ],
  ],
  ['decision_history', 'type', ['failure', 'success']],
  ['private.activity_entries', 'action_type', ['delete', 'edit']],
];

describe.each(Object.entries(ENTITIES))('DATA-01 %s', (table, columns) => {
  test(`DATA-01 has the columns: ${Object.keys(columns).join(', ')}`, async () => {
    const rows = await server.sql`
      select column_name::text as name, data_type::text as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`;
    expect(Object.fromEntries(rows.map(({ name, type }) => [name as string, type as string]))).toMatchObject(
      columns,
    );
  });
});

test('DATA-01 the public view of an order has five columns and no more', async () => {
  const rows =
    await server.sql`select * from information_schema.columns where table_schema = 'public' and table_name = 'public_order_status'`;
  expect(rows).toHaveLength(5);
});

test('DATA-01 profiles.role is one of admin, technician, receptionist, customer', async () => {
  const [check] = await server.sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'profiles_role_check'`;
  expect(check?.definition).toBe('CHECK (private.is_role(role))');
  const roles = ['admin', 'technician', 'receptionist', 'customer', 'Admin', 'owner', '', null];
  const found = await server.sql`
    select role from unnest(${roles}::text[]) as role where private.is_role(role)`;
  expect(found.map(({ role }) => role as string)).toEqual(roles.slice(0, 4));
});

describe('DATA-01 words', () => {
  test.each(WORDS)('DATA-01 %s.%s is one of %j', async (table, column, words) => {
    const checks = await server.sql`
      select pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = ${column} and cardinality(c.conkey) = 1`;
    const lists = checks
      .map(({ definition }) =>
        [...String(definition).matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? ''),
      )
      .filter((list) => list.length > 0);
    expect(lists).toHaveLength(1);
    expect(lists[0]?.sort()).toEqual(words);
  });

  test('DATA-01 password_type may be none', async () => {
    const [column] = await server.sql`
      select is_nullable from information_schema.columns where table_name = 'service_orders' and column_name = 'password_type'`;
    expect(column?.is_nullable).toBe('YES');
  });

  test('DATA-01 an order begins pending, with no quote and no advance', async () => {
    const rows = await server.sql`
      select column_name::text as name, column_default::text as value from information_schema.columns
      where table_schema = 'public' and table_name = 'service_orders' and column_name in ('status', 'quote', 'advance_payment')`;
    expect(Object.fromEntries(rows.map(({ name, value }) => [name as string, value as string]))).toEqual({
      status: "'pending'::text",
      quote: '0',
      advance_payment: '0',
    });
  });

  test('DATA-01 the columns of the order form that are required cannot be missing', async () => {
    const rows = await server.sql`
      select column_name::text as name from information_schema.columns
      where table_schema = 'public' and table_name = 'service_orders' and is_nullable = 'YES'
        and column_name in ('customer_name', 'customer_rut', 'customer_phone', 'equipment_type', 'equipment_brand', 'equipment_model',
          'equipment_condition', 'work_description', 'technical_work', 'quote', 'advance_payment', 'status', 'order_number')`;
    expect(rows.map(({ name }) => name as string)).toEqual([]);
  });
});

describe('DATA-01 relations of the inventory', () => {
  test.each([
    ['component_type_id', 'component_types'],
    ['supplier_id', 'suppliers'],
  ])('DATA-01 inventory.%s refers to %s, so that reads can embed id and name', async (column, table) => {
    const [key] = await server.sql`
      select confrelid::regclass::text as target from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.conrelid = 'public.inventory'::regclass and a.attname = ${column}`;
    expect(key?.target).toBe(table);
  });

  test('DATA-01 every foreign key has an index: deleting what it points to reads no whole table', async () => {
    const bare = await server.sql`
      select c.conrelid::regclass::text as "table", a.attname::text as "column" from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`;
    expect(bare.map((row) => ({ ...row }))).toEqual([]);
  });
});
