import { optionalText, requiredText } from '#src/values/field-schemas.ts';
import { LONGEST } from '#src/values/longest.ts';
import { z } from '#src/values/zod.ts';

/** Longest texts of a card: the database has the same limits (CARD-02). */
export const LONGEST_BUSINESS_TEXT = 200;
export const LONGEST_CARD_NOTES = 5000;
export const LONGEST_CONTACT_ROLE = 120;

/** The shop's notes on a customer. */
export const cardSchema = z.object({
  isCompany: z.boolean(),
  businessName: optionalText(LONGEST_BUSINESS_TEXT),
  businessActivity: optionalText(LONGEST_BUSINESS_TEXT),
  notes: optionalText(LONGEST_CARD_NOTES),
});
export type CardInput = z.input<typeof cardSchema>;
export type CardForm = z.output<typeof cardSchema>;

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

/** A person of a company. */
export const contactSchema = z.object({
  name: requiredText('Escribe el nombre del contacto.', LONGEST.name),
  role: optionalText(LONGEST_CONTACT_ROLE),
  phone: optionalText(LONGEST.phone),
  email: z.pipe(
    optionalText(254),
    z.string().check(z.refine((value) => value === '' || EMAIL.test(value), 'El correo no es válido.')),
  ),
});
export type ContactInput = z.input<typeof contactSchema>;
export type ContactForm = z.output<typeof contactSchema>;
