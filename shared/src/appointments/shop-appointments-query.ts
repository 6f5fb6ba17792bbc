import { infiniteQueryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { shopDay, startOfShopDay } from '#src/values/dates.ts';
import { appointmentKeys, type AppointmentPeriod } from './keys.ts';

/** Page size of the desk's list. */
export const SHOP_APPOINTMENTS_PAGE_SIZE = 50;

/** Columns of an appointment that the desk shows. */
export const SHOP_APPOINTMENT_COLUMNS =
  'id, appointment_date, reason, status, version, full_name, phone, customer:profiles!appointments_customer_id_fkey (id, full_name, phone, email)';

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
export const withVisitors = <Read extends VisitorColumns>(
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
