/** The form of an online booking, which the edge function checks too; Supabase's Deno knows no `#src`. */
import { nameField, phoneField, requiredText } from '../values/field-schemas.ts';
import { z } from '../values/zod.ts';

/** Maximum lengths of the database's columns. */
export const BOOKING_LENGTHS = { device: 120, reason: 500 } as const;

/** Said where no time is chosen. */
export const SLOT_REQUIRED = 'Elige una hora.';
const DEVICE_REQUIRED = 'Escribe qué equipo traes.';
const PROBLEM_REQUIRED = 'Cuéntanos qué le pasa.';

/** A chosen time with name, phone, device and problem (BOOK-03). */
export const bookingSchema = z.object({
  at: requiredText(SLOT_REQUIRED).check(z.iso.datetime({ error: SLOT_REQUIRED, offset: true })),
  fullName: nameField(),
  phone: phoneField(),
  device: requiredText(DEVICE_REQUIRED, BOOKING_LENGTHS.device),
  reason: requiredText(PROBLEM_REQUIRED, BOOKING_LENGTHS.reason),
});
export type BookingInput = z.input<typeof bookingSchema>;
export type Booking = z.output<typeof bookingSchema>;
