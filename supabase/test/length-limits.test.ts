/**
 * Forms and columns accept the same values (DATA-45): the limits of the schemas in shared against the constraints of
 * every column that a signed-in user may write.
 */
import { appointmentSchema } from '@taller/shared/appointments/appointment-schemas.ts';
import {
  cancellationSchema,
  deliverySchema,
  handBackSchema,
  orderFormSchema,
  quoteSchema,
  returnDeliverySchema,
  warrantyCorrectionSchema,
} from '@taller/shared/orders/order-schemas.ts';
import { FIELD_NAMES, fieldDefinition } from '@taller/shared/orders/fields/order-fields.ts';
import { savedViewSchema } from '@taller/shared/orders/saved-views/saved-view-schema.ts';
import { editUserSchema, newUserSchema, profileSchema } from '@taller/shared/people/people-schemas.ts';
import { registrationSchema } from '@taller/shared/people/auth-schemas.ts';
import { erasureAnswerSchema } from '@taller/shared/privacy/privacy-schemas.ts';
import {
  catalogNameSchema,
  editedItemSchema,
  inventoryItemSchema,
  screenOrderSchema,
} from '@taller/shared/stock/stock-schemas.ts';
import { LONGEST } from '@taller/shared/values/longest.ts';
import { isClp } from '@taller/shared/values/money.ts';
import { z } from '@taller/shared/values/zod.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

type Accepts = (value: unknown) => boolean;

/** A single field of a form. */
const field =
  (shape: Readonly<Record<string, unknown>>, name: string): Accepts =>
  (value) =>
    z.safeParse(shape[name] as z.ZodMiniType, value).success;

const VISIT = {
  who: 'visitor',
  customerId: '',
  fullName: 'Ana',
  phone: '912345678',
  time: '10:00',
  reason: 'Retiro',
};
/** A field of the form of an appointment. */
const appointment =
  (name: keyof typeof VISIT): Accepts =>
  (value) =>
    z.safeParse(appointmentSchema, { ...VISIT, date: `${new Date().getFullYear() + 2}-01-05`, [name]: value })
      .success;
/** A field without a schema, truncated by the browser. */
const cutAt =
  (most: number): Accepts =>
  (value) =>
    String(value).length <= most;

/** Columns written by forms, and what each form accepts for them. */
const FORMS: Record<string, readonly Accepts[]> = {
  'service_orders.technical_work': [field(quoteSchema.shape, 'technicalWork')],
  'service_orders.quote': [field(quoteSchema.shape, 'amount')],
  'service_orders.total_amount': [
    field(quoteSchema.shape, 'amount'),
    // The price in a row.
    (value) => isClp(value as number),
  ],
  'service_orders.warranty_days': [
    field(deliverySchema.shape, 'warrantyDays'),
    field(warrantyCorrectionSchema.shape, 'warrantyDays'),
  ],
  'service_orders.parts_warranty_days': [
    field(deliverySchema.shape, 'partsWarrantyDays'),
    field(warrantyCorrectionSchema.shape, 'partsWarrantyDays'),
  ],
  'service_orders.cancellation_reason': [field(cancellationSchema.shape, 'reason')],
  'service_orders.unrepaired_reason': [field(handBackSchema.shape, 'reason')],
  'service_orders.warranty_reason': [field(returnDeliverySchema.shape, 'outcomeReason')],
  'service_orders.notes': [cutAt(LONGEST.notes)],
  'service_order_internal.internal_notes': [cutAt(LONGEST.notes)],
  'profiles.full_name': [
    field(profileSchema.shape, 'fullName'),
    field(newUserSchema.shape, 'fullName'),
    field(editUserSchema.shape, 'fullName'),
    field(registrationSchema.shape, 'fullName'),
  ],
  'profiles.phone': [
    field(profileSchema.shape, 'phone'),
    field(newUserSchema.shape, 'phone'),
    field(editUserSchema.shape, 'phone'),
    field(registrationSchema.shape, 'phone'),
  ],
  'profiles.address': [field(profileSchema.shape, 'address')],
  'inventory.brand': [field(inventoryItemSchema.shape, 'brand')],
  'inventory.model': [field(inventoryItemSchema.shape, 'model')],
  'inventory.quantity': [field(inventoryItemSchema.shape, 'quantity')],
  'inventory.cost_price': [field(inventoryItemSchema.shape, 'cost_price')],
  'inventory.place': [field(editedItemSchema.shape, 'place')],
  'inventory.min_stock': [field(editedItemSchema.shape, 'min_stock')],
  'component_types.name': [field(catalogNameSchema.shape, 'name')],
  'suppliers.name': [field(catalogNameSchema.shape, 'name')],
  'pedidos_pantallas.modelo': [field(screenOrderSchema.shape, 'modelo')],
  'pedidos_pantallas.numero_orden': [field(screenOrderSchema.shape, 'numero_orden')],
  'pedidos_pantallas.proveedor': [field(screenOrderSchema.shape, 'proveedor')],
  'pedidos_pantallas.precio_costo': [field(screenOrderSchema.shape, 'precio_costo')],
  'pedidos_pantallas.cantidad': [field(screenOrderSchema.shape, 'cantidad')],
  'appointments.reason': [appointment('reason')],
  'appointments.full_name': [appointment('fullName')],
  'appointments.phone': [appointment('phone')],
  'saved_views.name': [field(savedViewSchema.shape, 'name')],
  'erasure_requests.answer': [field(erasureAnswerSchema.shape, 'answer')],
};

/** Written columns whose length users cannot choose. */
const NOT_TYPED: Readonly<Record<string, string>> = {
  'service_orders.customer_rut': 'a RUT, of one form',
  'profiles.rut': 'a RUT, of one form',
  'profiles.role': 'one of a list',
  'profiles.email': 'the one that the account is confirmed with',
  'service_orders.device_password': 'sealed in the browser: SEC-30',
  'service_orders.final_payment': 'what is left to pay, by the form itself',
  'service_orders.warranty_of': 'an order’s number, which the form offers',
  'saved_views.search': 'a longer one is not offered to be saved',
  'saved_views.status': 'one of a list',
  'saved_views.view': 'one of a list',
  'saved_views.sort': 'one of a list',
  'saved_views.wait_reason': 'one of a list',
  'saved_views.place': 'one of a list',
};

for (const name of FIELD_NAMES) {
  if (['rut', 'equipmentType', 'technician'].includes(fieldDefinition(name).kind)) continue;
  const column = `service_orders.${fieldDefinition(name).column}`;
  FORMS[column] = [...(FORMS[column] ?? []), field(orderFormSchema.shape, name)];
}

interface Column {
  name: string;
  type: string;
  checks: string[];
}

/** Texts and numbers that a signed-in user may write, except enumerations. */
async function writtenColumns(): Promise<Column[]> {
  const rows = await shop.sql<Column[]>`
    select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      array(
        select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      ) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and format_type(a.atttypid, a.atttypmod) in ('text', 'integer', 'bigint')
      and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
        or has_column_privilege('authenticated', c.oid, a.attnum, 'update')
        or (c.relname, a.attname) = ('erasure_requests', 'answer'))
    order by 1`;
  return rows.filter(({ checks }) => !checks.some((check) => check.includes('ANY (ARRAY')));
}

/** Minimum and maximum length or number according to a column's constraints. */
function rangeOf({ name, checks }: Column): { least: number; most: number } {
  const text = checks.join(' ');
  const most = [...text.matchAll(/<= '?(\d+)/g)].map(([, figure]) => Number(figure));
  const least = [...text.matchAll(/>= '?(\d+)/g)].map(([, figure]) => Number(figure));
  if (most.length !== 1) throw new Error(`${name} has no one upper limit: ${text}`);
  return { least: least[0] ?? 0, most: most[0] ?? 0 };
}

/** A text of that length that is valid otherwise. */
function textOf(name: string, length: number): string {
  if (!name.endsWith('phone')) return 'x'.repeat(length);
  const phone = '912345678';
  return `+56${' '.repeat(Math.max(0, length - phone.length - 3))}${phone}`;
}

test('DATA-45 every text and number that a form writes is in this list, and in none that is not there', async () => {
  const written = (await writtenColumns()).map(({ name }) => name);
  expect(
    Object.keys({ ...FORMS, ...NOT_TYPED }).toSorted(),
    'FORMS and NOT_TYPED in this file against the columns that supabase/schemas grants: add a line with the form’s schema',
  ).toEqual(written);
});

test('DATA-45 a form takes a text exactly as long as its column does', async () => {
  const texts = (await writtenColumns()).filter(({ name, type }) => type === 'text' && FORMS[name]);
  expect(texts.length).toBeGreaterThan(15);
  for (const column of texts) {
    const { name } = column;
    const { most } = rangeOf(column);
    for (const [at, accepts] of (FORMS[name] ?? []).entries()) {
      const taken = [most, most + 1].map((length) => accepts(textOf(name, length)));
      expect(
        [name, at, ...taken],
        'limit of the form’s schema in shared/src against the check constraint in supabase/schemas',
      ).toEqual([name, at, true, false]);
    }
  }
});

test('DATA-45 a form takes no number that its column refuses', async () => {
  const numbers = (await writtenColumns()).filter(({ name, type }) => type !== 'text' && FORMS[name]);
  expect(numbers.length).toBeGreaterThan(8);
  for (const column of numbers) {
    const { least, most } = rangeOf(column);
    for (const accepts of FORMS[column.name] ?? [])
      expect([column.name, accepts(least - 1), accepts(Math.max(least, 1)), accepts(most + 1)]).toEqual([
        column.name,
        false,
        true,
        false,
      ]);
  }
});
