/** Building blocks of the settings' schemas, which form and server share. */
import { tooLong, trimmed } from '../values/field-schemas.ts';
import { z } from '../values/zod.ts';

const REQUIRED = 'Escribe algo aquí.';
/** No line breaks or other control characters. */
// oxlint-disable-next-line no-control-regex -- the pattern refuses them.
const LINE = /^[^\u0001-\u001f\u007f]*$/;
/** No control characters other than line breaks. */
// oxlint-disable-next-line no-control-regex -- the pattern refuses them.
const PARAGRAPH = /^[^\u0001-\u0009\u000b-\u001f\u007f]*$/;
const UNSAVABLE = 'Tiene un carácter que no se puede guardar. Escríbelo otra vez.';
const LINE_MESSAGE = 'Escríbelo en una sola línea.';
const URL_MESSAGE = 'Debe ser una dirección completa que comience con https://.';

/** PostgreSQL can store neither an unpaired surrogate nor a NUL. */
const wellFormed = () => z.refine<string>((text) => !/[\0\p{Surrogate}]/u.test(text), UNSAVABLE);

/** An optional single-line text; trimmed. */
export const optionalLine = (most: number) =>
  z
    .string(REQUIRED)
    .check(trimmed(), z.maxLength(most, tooLong(most)), z.regex(LINE, LINE_MESSAGE), wellFormed());

/** A single-line text; trimmed. */
export const line = (most: number) =>
  z
    .string(REQUIRED)
    .check(
      trimmed(),
      z.minLength(1, { error: REQUIRED, abort: true }),
      z.regex(/[^ ]/, REQUIRED),
      z.maxLength(most, tooLong(most)),
      z.regex(LINE, LINE_MESSAGE),
      wellFormed(),
    );

/** A text of several lines; trimmed. */
export const paragraph = (most: number) =>
  z
    .string(REQUIRED)
    .check(
      trimmed(),
      z.minLength(1, { error: REQUIRED, abort: true }),
      z.regex(/[^ \n]/, REQUIRED),
      z.maxLength(most, tooLong(most)),
      z.regex(PARAGRAPH, UNSAVABLE),
      wellFormed(),
    );

/** A text that matches a pattern, or is empty. */
export const optionalPattern = (pattern: RegExp, message: string, most: number) =>
  z
    .string(message)
    .check(trimmed(), z.maxLength(most, tooLong(most)), z.regex(pattern, message), wellFormed());

/** An optional https URL. */
export const optionalUrl = () =>
  optionalPattern(
    /^(https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?([/?#][!-;=?-~]*)?)?$/,
    URL_MESSAGE,
    500,
  );

/** An https URL. */
export const url = () => optionalUrl().check(z.minLength(1, URL_MESSAGE));

/** A list with a maximum length. */
export function listOf<T extends z.ZodMiniType>(item: T, most: number, least = 0) {
  return z
    .array(item)
    .check(z.minLength(least, `Deja al menos ${least}.`), z.maxLength(most, `Puede tener hasta ${most}.`));
}

/** A field with its default: what sections have that were saved before it. */
// oxlint-disable-next-line no-underscore-dangle -- zod's name of it.
export const gained = z._default;
