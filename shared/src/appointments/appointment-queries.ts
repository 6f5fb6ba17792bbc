import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { shopDay, startOfShopDay, addDays } from '#src/values/dates.ts';
import { appointmentKeys, type AppointmentPeriod } from './keys.ts';

/** Page size of the desk's list. */
const SHOP_APPOINTMENTS_PAGE_SIZE = 50;

/** Columns of an appointment that the desk shows. */
const SHOP_APPOINTMENT_COLUMNS =
  'id, appointment_date, reason, status, version, device, source, order_number, full_name, phone, customer:profiles!appointments_customer_id_fkey (id, full_name, phone, email)';

/** The person who has the appointment. */
export interface Visitor {
  /** The account; null for somebody without one (APPT-06). */
  id: string | null;
  full_name: string;
  phone: string | null;
  email: string;
}

/** The columns that say who comes. */
export interface VisitorColumns {
  full_name: string | null;
  phone: string | null;
  customer: Visitor | null;
}

/** Rows whose customer is who comes, with or without an account. */
const withVisitors = <Read extends VisitorColumns>(
  rows: readonly Read[],
): (Omit<Read, keyof VisitorColumns> & { customer: Visitor })[] =>
  rows.map(({ full_name, phone, customer, ...row }) => ({
    ...row,
    customer: customer ?? { id: null, full_name: full_name ?? '', phone, email: '' },
  }));

/** The shop's appointments with their customers: from today on, earliest first, or those before today, latest first. */
async function fetchShopAppointments(period: AppointmentPeriod, offset: number, signal: AbortSignal) {
  const client = await supabase();
  const today = startOfShopDay(shopDay(new Date())).toISOString();
  const rows = client.from('appointments').select(SHOP_APPOINTMENT_COLUMNS);
  const upcoming = period === 'upcoming';
  return withVisitors(
    unwrap(
      await (upcoming ? rows.gte('appointment_date', today) : rows.lt('appointment_date', today))
        .order('appointment_date', { ascending: upcoming })
        .order('id')
        .range(offset, offset + SHOP_APPOINTMENTS_PAGE_SIZE - 1)
        .abortSignal(signal),
    ),
  );
}

export type ShopAppointment = Awaited<ReturnType<typeof fetchShopAppointments>>[number];

export const shopAppointmentsQuery = (period: AppointmentPeriod) =>
  infiniteQueryOptions({
    queryKey: appointmentKeys.shop(period),
    queryFn: ({ pageParam, signal }) => fetchShopAppointments(period, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (lastPage, pages) =>
      lastPage.length === SHOP_APPOINTMENTS_PAGE_SIZE
        ? pages.length * SHOP_APPOINTMENTS_PAGE_SIZE
        : undefined,
  });

/** An appointment with its customer, from which an order is taken in (BOOK-10, BOOK-15). */
async function fetchAppointment(id: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('appointments')
      .select(
        'id, appointment_date, reason, device, order_number, full_name, phone, customer:profiles!appointments_customer_id_fkey (full_name, phone, address, rut, rut_verified_at)',
      )
      .eq('id', id)
      .abortSignal(signal)
      .maybeSingle(),
  );
}

/** An appointment whose device is being taken in. */
export type Visit = NonNullable<Awaited<ReturnType<typeof fetchAppointment>>>;

/** The appointment of an id; null if it is gone. */
export const appointmentQuery = (id: string) =>
  queryOptions({
    queryKey: appointmentKeys.one(id),
    queryFn: ({ signal }) => fetchAppointment(id, signal),
  });

/** More than a shop can receive in a week. */
const MOST = 500;

async function fetchDays(from: string, until: string, signal: AbortSignal) {
  const client = await supabase();
  return withVisitors(
    unwrap(
      await client
        .from('appointments')
        .select(SHOP_APPOINTMENT_COLUMNS)
        .gte('appointment_date', startOfShopDay(from).toISOString())
        .lt('appointment_date', startOfShopDay(until).toISOString())
        .order('appointment_date')
        .order('id')
        .limit(MOST)
        .abortSignal(signal),
    ),
  );
}

/** The shop's appointments of the days from one until another, excluded (APPT-01), earliest first. */
export const dayAppointmentsQuery = (from: string, until: string) =>
  queryOptions({
    queryKey: appointmentKeys.days(from, until),
    queryFn: ({ signal }) => fetchDays(from, until, signal),
    placeholderData: keepPreviousData,
  });

/** How long past appointments are shown in the portal, in days. */
const KEPT_DAYS = 30;

/** A customer's own appointments of the last month and later, earliest first (CUST-01), including cancelled ones. */
async function fetchOwnAppointments(userId: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('appointments')
      .select('id, appointment_date, reason, status, moved_from, version')
      .eq('customer_id', userId)
      .gte('appointment_date', startOfShopDay(addDays(shopDay(new Date()), -KEPT_DAYS)).toISOString())
      .order('appointment_date')
      .limit(100)
      .abortSignal(signal),
  );
}

export type OwnAppointment = Awaited<ReturnType<typeof fetchOwnAppointments>>[number];

export const ownAppointmentsQuery = (userId: string) =>
  queryOptions({
    queryKey: appointmentKeys.own(userId),
    queryFn: ({ signal }) => fetchOwnAppointments(userId, signal),
  });
