import { may } from '@taller/shared/access/permissions.ts';
import { formatAppointment } from '@taller/shared/appointments/appointment-dates.ts';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Link, useSession } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { APPOINTMENT_PARAMETER, NEW_PARAMETER } from '#src/components/new-parameter.ts';
import { appointmentTexts as texts } from './texts.ts';

/** The order that was taken in for an appointment, or the way to its form, for those who take orders in (BOOK-10). */
export function AppointmentOrder({ appointment }: { appointment: ShopAppointment }) {
  const { user } = useSession();
  const { id, order_number: number, customer, appointment_date: date } = appointment;
  if (number !== null) {
    const written = formatOrderNumber(number);
    return <Link to={paths.orderView.getHref(written)}>{texts.order(written)}</Link>;
  }
  if (!may(user?.role, 'orders.create')) return null;
  return (
    <LinkButton
      size="sm"
      variant="primary"
      to={`${paths.dashboard.getHref()}?${NEW_PARAMETER}=1&${APPOINTMENT_PARAMETER}=${id}`}
      aria-label={texts.createOrderOf(customer.full_name || customer.email, formatAppointment(date))}
    >
      {texts.createOrder}
    </LinkButton>
  );
}
