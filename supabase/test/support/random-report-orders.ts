/** Random orders and filters for the tests of the reports. */
import * as fc from 'fast-check';
import type postgres from 'postgres';
import { addDays, shopInstant } from '@taller/shared/values/dates.ts';
import type { PlainFilter, ReportOrder } from './report-figures.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** One instant for a whole test file; the idle ages are hours away from every limit. */
export const NOW = Date.now();
const TYPES = ['smartphone', 'laptop', 'desktop', 'tablet', 'others', 'other'];
const STATUSES = [
  'pending',
  'in_progress',
  'quoted',
  'approved',
  'rejected',
  'completed',
  'cancelled',
  'delivered',
];
/** Days around both changes of Chile's clocks (first Sundays after 2 April and 2 September), and ordinary ones. */
export const DAYS = [
  '2026-04-03',
  '2026-04-04',
  '2026-04-05',
  '2026-09-05',
  '2026-09-06',
  '2026-09-07',
  '2026-07-15',
  '2025-12-31',
  '2026-01-01',
];

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
/** Minutes of the day: often the first and last two. */
const time = fc.oneof(
  fc.constantFrom('00:00', '00:01', '23:58', '23:59'),
  fc.constantFrom('10:30', '14:00', '03:30'),
);
const created = fc.oneof(
  fc.tuple(fc.constantFrom(...DAYS), time).map(([day, clock]) => shopInstant(day, clock)),
  fc.integer({ min: 0, max: 500 }).map((days) => new Date(NOW - days * DAY - 6 * 60 * MINUTE)),
);
const later = fc.integer({ min: 1, max: 40 * 24 * 60 }).map((minutes) => minutes * MINUTE);

/** @param technicians ids of two of them, known when a test runs. */
export const randomOrder = (technicians: () => readonly string[]) =>
  fc
    .record({
      id: fc.uuid({ version: 4 }),
      status: fc.constantFrom(...STATUSES),
      equipment_type: fc.constantFrom(...TYPES),
      technician: maybe(fc.constantFrom(0, 1)),
      customer_rut: fc.constantFrom('11111111-1', '22222222-2'),
      imei: maybe(fc.constantFrom('111', '222')),
      equipment_model: fc.constantFrom('Uno', 'Dos'),
      total_amount: maybe(fc.integer({ min: 0, max: 900_000 })),
      warranty_days: maybe(fc.constantFrom(0, 30, 90)),
      created_at: created,
      idle: fc.integer({ min: 0, max: 45 }),
      times: fc.tuple(maybe(later), maybe(later), maybe(later), maybe(later), maybe(later)),
    })
    .map(({ technician, times, idle, ...rest }): ReportOrder => {
      const [quoted, approved, rejected, completed, delivered] = times.map((after) =>
        after === null ? null : new Date(rest.created_at.getTime() + after),
      );
      return {
        ...rest,
        technician_id: technician === null ? null : (technicians()[technician] ?? null),
        updated_at: new Date(NOW - idle * DAY - 5 * 60 * MINUTE),
        quoted_at: quoted ?? null,
        approved_at: approved ?? null,
        rejected_at: rejected ?? null,
        completed_at: completed ?? null,
        delivered_at: delivered ?? null,
      };
    });

export const randomFilter = (technicians: () => readonly string[]) =>
  fc
    .record({
      from: maybe(fc.constantFrom(...DAYS)),
      length: maybe(fc.integer({ min: -1, max: 400 })),
      technician: fc.option(fc.constantFrom(0, 1), { nil: null, freq: 1 }),
      type: fc.option(fc.constantFrom(...TYPES), { nil: null, freq: 1 }),
    })
    .map(({ from, length, technician, type }): PlainFilter => {
      const to = length === null ? null : addDays(from ?? '2026-04-01', length);
      return { from, to, technician: technician === null ? null : (technicians()[technician] ?? null), type };
    });

/** Replaces all orders, as a superuser without triggers. */
export async function writeOrders(sql: postgres.Sql, orders: readonly ReportOrder[]): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from public.service_orders`;
    const rows = orders.map((row, index) => ({
      ...row,
      order_number: index + 1,
      customer_name: `Cliente ${index % 7}`,
      customer_phone: '+56 9 5000 1000',
      equipment_brand: 'Marca',
    }));
    if (rows.length > 0) await tx`insert into public.service_orders ${tx(rows)}`;
    await tx`delete from private.warranty_returns`;
    await tx`insert into private.warranty_returns select r.order_id from private.find_warranty_returns() r`;
  });
}

export const parameters = ({ from, to, technician, type }: PlainFilter) => ({
  p_from: from ?? undefined,
  p_to: to ?? undefined,
  p_technician: technician ?? undefined,
  p_type: type ?? undefined,
});

/** The share by which two figures may differ: floating-point sums depend on the order of their terms. */
const TOLERANCE = 1e-9;

const isSame = (one: number, other: number) =>
  Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other));

/**
 * Figures with those numbers of another computation that are the same but for floating point, for a comparison of both.
 * Rounding both instead would part two neighbours with a rounding limit between them.
 */
export function alignedTo(expected: unknown, figures: unknown): unknown {
  if (typeof figures === 'number' && typeof expected === 'number')
    return isSame(figures, expected) ? expected : figures;
  if (Array.isArray(figures))
    return figures.map((part: unknown, at) =>
      alignedTo(Array.isArray(expected) ? expected[at] : undefined, part),
    );
  if (typeof figures !== 'object' || figures === null) return figures;
  const parts = (expected ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(figures).map(([name, part]) => [name, alignedTo(parts[name], part)]),
  );
}
