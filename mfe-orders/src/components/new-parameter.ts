/**
 * `?nueva=1` opens the desk's new order, so that the phone's back button closes it and a reload keeps it; on the
 * appointments it opens the new appointment.
 */
export const NEW_PARAMETER = 'nueva';

/** `?nueva=1&cita=<id>`: the new order is for that appointment (BOOK-10). */
export const APPOINTMENT_PARAMETER = 'cita';
