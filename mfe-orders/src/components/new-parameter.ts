/**
 * `?nueva=1` opens the desk's new order, so that the phone's back button closes it and a reload keeps it; on the
 * appointments it opens the new appointment.
 */
export const NEW_PARAMETER = 'nueva';

/** `?nueva=1&cita=<id>`: the new order is for that appointment (BOOK-10). */
export const APPOINTMENT_PARAMETER = 'cita';

/** `?nueva=1&cliente=<order id>`: the new order is for the customer of that order (CARD-11). */
export const CUSTOMER_PARAMETER = 'cliente';
