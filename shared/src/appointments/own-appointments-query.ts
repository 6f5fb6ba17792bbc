import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { addDays, shopDay, startOfShopDay } from '#src/values/dates.ts';
import { appointmentKeys } from './keys.ts';

/** How long past appointments are shown in the portal, in days. */
const KEPT_DAYS = 30;

/** A customer's own appointments of the last month and later, earliest first (CUST-01), including cancelled ones. */
async function fetchOwnAppointments(userId: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(
    await client
      .from('appointments')
      .select('id, appointment_date, reason, status, moved_from')
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
