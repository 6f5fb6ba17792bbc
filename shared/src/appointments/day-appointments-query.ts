import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { startOfShopDay } from '#src/values/dates.ts';
import { appointmentKeys } from './keys.ts';
import { SHOP_APPOINTMENT_COLUMNS, withVisitors } from './shop-appointments-query.ts';

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
