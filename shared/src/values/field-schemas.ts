/** Schemas of fields used by several forms. */
import { DOCUMENT_INVALID, documentParts, isDocument, tidyDocument } from './foreign-document.ts';
import { LONGEST } from './longest.ts';
import { formatThousands, isClp, parseClp } from './money.ts';
import { isDiallable } from './phone.ts';
import { plainMarks } from './plain-marks.ts';
import { readable } from './readable.ts';
import { dashedRut, RUT_HINT } from './rut.ts';
import { z } from './zod.ts';

/** Minimum length of a password (AUTH-02). */
export const PASSWORD_MIN_LENGTH = 6;

export const EMAIL_REQUIRED = 'El correo electrónico es obligatorio.';
export const EMAIL_INVALID = 'Ingresa un correo electrónico válido.';
export const PASSWORD_REQUIRED = 'La contraseña es obligatoria.';
export const PASSWORD_TOO_SHORT = 'La contraseña debe tener al menos 6 caracteres.';
export const NAME_REQUIRED = 'El nombre completo es obligatorio.';
export const RUT_REQUIRED = 'El RUT es obligatorio.';
export const PHONE_REQUIRED = 'El teléfono es obligatorio.';
export const PHONE_INVALID = 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.';

export const tooLong = (most: number): string => `Puede tener hasta ${formatThousands(most)} caracteres.`;

/** A text without marks that nobody sees; trimmed. */
export const trimmed = () => z.overwrite<string>((text) => readable(text).trim());

/** A required text; trimmed. */
export function requiredText(message: string, most = Infinity) {
  return z
    .string(message)
    .check(trimmed(), z.minLength(1, { error: message, abort: true }), z.maxLength(most, tooLong(most)));
}

/** An optional text; trimmed. */
export function optionalText(most = Infinity) {
  return z.string().check(trimmed(), z.maxLength(most, tooLong(most)));
}

/** A person's full name. */
export const nameField = () => requiredText(NAME_REQUIRED, LONGEST.name);

/** A required e-mail address; trimmed. */
export function emailField(required: string = EMAIL_REQUIRED) {
  return requiredText(required).check(z.email({ error: EMAIL_INVALID }));
}

/** Required, at least six characters. Not trimmed: spaces are part of a password. */
export function passwordField() {
  return z
    .string(PASSWORD_REQUIRED)
    .check(
      z.minLength(1, { error: PASSWORD_REQUIRED, abort: true }),
      z.minLength(PASSWORD_MIN_LENGTH, PASSWORD_TOO_SHORT),
    );
}

/** Required; the pattern is checked after normalising and adding an unambiguous dash. The output is normalised. */
export function rutField() {
  return z
    .string(RUT_REQUIRED)
    .check(
      z.overwrite(dashedRut),
      z.minLength(1, { error: RUT_REQUIRED, abort: true }),
      z.regex(/^\d{7,8}-[\dK]$/, { error: RUT_HINT }),
    );
}

const tidyIdentity = (text: string) => (documentParts(text) ? tidyDocument(text) : dashedRut(text));

/** A RUT as in {@link rutField}, or the document of somebody without one (ORD-102). */
export function identityField() {
  return z.string(RUT_REQUIRED).check(
    z.overwrite(tidyIdentity),
    z.minLength(1, { error: RUT_REQUIRED, abort: true }),
    z.refine((text) => !documentParts(text) || isDocument(text), { error: DOCUMENT_INVALID, abort: true }),
    z.refine((text) => isDocument(text) || /^\d{7,8}-[\dK]$/.test(text), { error: RUT_HINT }),
  );
}

/** Required and dialable; kept as it looks, since messages normalise it when they are sent. */
export function phoneField() {
  return z
    .string(PHONE_REQUIRED)
    .check(
      z.overwrite(plainMarks),
      z.trim(),
      z.minLength(1, { error: PHONE_REQUIRED, abort: true }),
      z.maxLength(LONGEST.phone, tooLong(LONGEST.phone)),
      z.refine(isDiallable, { error: PHONE_INVALID }),
    );
}

/** An accepted integer of a number or text (`$45.990`). Empty, words, negative amounts, fractions give `message`. */
function wholeNumber(message: string, isAccepted: (value: number) => boolean) {
  return z.pipe(
    // The value of a number field: null if it is empty, NaN if the text is not a number. Each alternative has the
    // message too, because the form's resolver shows the first one's.
    z.union([z.string(message), z.number(message), z.null(message)], message),
    z.transform((input: string | number | null, context) => {
      const value = typeof input === 'string' ? parseClp(input) : input;
      if (value !== null && Number.isInteger(value) && isAccepted(value)) return value;
      context.issues.push({ code: 'custom', message, input });
      return z.NEVER;
    }),
  );
}

/** Chilean pesos, at least `min` (default 0). */
export function clpField(message: string, min = 0) {
  return wholeNumber(message, (value) => isClp(value, min));
}

/** A number of things or days, from `min` (default 0) to `max` (default 100.000). */
export function countField(message: string, min = 0, max = 100_000) {
  return wholeNumber(message, (value) => value >= min && value <= max);
}
