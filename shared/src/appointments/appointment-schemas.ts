/** Forms of the portal and of appointments. Rule source: issue of the customer portal; CUST-01. */
import { isDay, shopInstant } from '#src/values/dates.ts';
import { parseOrderNumber } from '#src/orders/order-number.ts';
import { nameField, phoneField, requiredText } from '#src/values/field-schemas.ts';
import { z } from '#src/values/zod.ts';

export const CUSTOMER_REQUIRED = 'Elige un cliente.';
export const DATE_REQUIRED = 'Elige una fecha.';
export const TIME_REQUIRED = 'Elige una hora.';
export const APPOINTMENT_IN_PAST = 'Elige una fecha y hora que no haya pasado.';
/** How far ahead an appointment may be; the database has the same limit. */
const MOST_YEARS = 10;
export const APPOINTMENT_TOO_FAR = `Elige una fecha de los próximos ${MOST_YEARS} años.`;
export const REASON_REQUIRED = 'El motivo es obligatorio.';
/** The database's limit. */
export const REASON_MAX_LENGTH = 500;
export const REASON_TOO_LONG = 'El motivo puede tener hasta 500 caracteres.';

const when = {
  date: requiredText(DATE_REQUIRED).check(z.refine(isDay, { error: DATE_REQUIRED, abort: true })),
  time: requiredText(TIME_REQUIRED).check(
    z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: TIME_REQUIRED, abort: true }),
  ),
};
const isComing = ({ date, time }: { date: string; time: string }) => shopInstant(date, time) > new Date();
const IN_PAST = { error: APPOINTMENT_IN_PAST, path: ['time'] };
const isNear = ({ date, time }: { date: string; time: string }) => {
  const end = new Date();
  end.setFullYear(end.getFullYear() + MOST_YEARS);
  return shopInstant(date, time) <= end;
};
const TOO_FAR = { error: APPOINTMENT_TOO_FAR, path: ['date'] };

const visit = {
  ...when,
  reason: requiredText(REASON_REQUIRED).check(z.maxLength(REASON_MAX_LENGTH, REASON_TOO_LONG)),
};

/**
 * A new appointment, of an account or of somebody without one (APPT-06); date and time are in the shop's time zone and
 * converted to the instant `at`.
 */
export const appointmentSchema = z.pipe(
  z
    .discriminatedUnion('who', [
      z.object({
        who: z.literal('account'),
        customerId: requiredText(CUSTOMER_REQUIRED),
        fullName: z.string(),
        phone: z.string(),
        ...visit,
      }),
      z.object({
        who: z.literal('visitor'),
        customerId: z.string(),
        fullName: nameField(),
        phone: phoneField(),
        ...visit,
      }),
    ])
    .check(z.refine(isComing, IN_PAST), z.refine(isNear, TOO_FAR)),
  z.transform(({ date, time, ...rest }) => ({ ...rest, at: shopInstant(date, time) })),
);
export type AppointmentInput = z.input<typeof appointmentSchema>;
export type Appointment = z.output<typeof appointmentSchema>;

/** The day and time an appointment is moved to (APPT-03). */
export const moveSchema = z.pipe(
  z.object(when).check(z.refine(isComing, IN_PAST), z.refine(isNear, TOO_FAR)),
  z.transform(({ date, time }) => ({ at: shopInstant(date, time) })),
);
export type MoveInput = z.input<typeof moveSchema>;
export type MoveValues = z.output<typeof moveSchema>;

export const ORDER_NUMBER_REQUIRED = 'El número de orden es obligatorio.';
export const ORDER_NUMBER_INVALID = 'Ingresa solo el número de tu orden, por ejemplo 000123.';

/** Proof of the user's own RUT: an order's number and the phone on it. */
export const claimSchema = z.object({
  orderNumber: z.pipe(
    requiredText(ORDER_NUMBER_REQUIRED),
    z.transform((text: string, context) => {
      const number = parseOrderNumber(text);
      if (number !== null) return number;
      context.issues.push({ code: 'custom', message: ORDER_NUMBER_INVALID, input: text });
      return z.NEVER;
    }),
  ),
  phone: phoneField(),
});
export type ClaimInput = z.input<typeof claimSchema>;
export type ClaimValues = z.output<typeof claimSchema>;
