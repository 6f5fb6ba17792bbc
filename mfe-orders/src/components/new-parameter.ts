/**
 * `?nueva=1` opens the desk's new order, so that the phone's back button closes it and a reload keeps it; on the
 * appointments it opens the new appointment.
 */
export const NEW_PARAMETER = 'nueva';
