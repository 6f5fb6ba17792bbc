/**
 * Typed state in the URL's query: a screen declares its fields once, and Back, reload and shared links preserve them.
 * Invalid values count as missing. Defaults are not written, so that the plain URL is the default screen.
 */
import { isDay } from './dates.ts';
import { isUuid } from './uuid.ts';

/** A value's representation in the URL. */
export interface AddressField<T> {
  /** The parameter's name. */
  readonly name: string;
  readonly read: (text: string | null) => T;
  /** Null omits the parameter. */
  readonly write: (value: T) => string | null;
}

/** A field for each property of a state. */
export type AddressFields<State> = { readonly [Key in keyof State]: AddressField<State[Key]> };

/** A free text, trimmed; empty by default. */
export const textField = (name: string): AddressField<string> => ({
  name,
  read: (text) => text?.trim() ?? '',
  write: (value) => value || null,
});

/** A text that passes a check, else null. */
function checkedField<T extends string>(
  name: string,
  isValid: (text: string) => text is T,
): AddressField<T | null>;
function checkedField(name: string, isValid: (text: string) => boolean): AddressField<string | null>;
function checkedField(name: string, isValid: (text: string) => boolean): AddressField<string | null> {
  return { name, read: (text) => (text !== null && isValid(text) ? text : null), write: (value) => value };
}

/** The id of a row, or null. */
export const idField = (name: string): AddressField<string | null> => checkedField(name, isUuid);

/** A day `2026-11-21`, or null. */
export const dayField = (name: string): AddressField<string | null> => checkedField(name, isDay);

/** One of some values, or null. */
export const optionField = <T extends string>(name: string, values: readonly T[]): AddressField<T | null> =>
  checkedField(name, (text): text is T => values.some((value) => value === text));

/** One of some values; the default is not written. */
export const choiceField = <T extends string>(
  name: string,
  values: readonly T[],
  byDefault: NoInfer<T>,
): AddressField<T> => ({
  name,
  read: (text) => values.find((value) => value === text) ?? byDefault,
  write: (value) => (value === byDefault ? null : value),
});

/** A boolean. @param word in the URL if the value is not the default. */
export const flagField = (name: string, word: string, byDefault = false): AddressField<boolean> => ({
  name,
  read: (text) => (text === word ? !byDefault : byDefault),
  write: (value) => (value === byDefault ? null : word),
});

/** The server reads no list further (`private.rows_before`): nobody turns so many pages. */
export const LAST_PAGE = 10_000;

/** A page of a list, starting at 1. */
export const pageField: AddressField<number> = {
  name: 'pagina',
  read: (text) => {
    const page = Number(text ?? 1);
    return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1;
  },
  write: (page) => (page > 1 ? String(page) : null),
};

/** Reads the state from a URL. */
export function readAddress<State extends object>(
  fields: AddressFields<State>,
  params: URLSearchParams,
): State {
  const state: Partial<State> = {};
  for (const key of Object.keys(fields) as (keyof State)[]) {
    const { name, read } = fields[key];
    state[key] = read(params.get(name));
  }
  return state as State;
}

/** Writes parts of the state to a copy of a URL. Other parts and parameters are unchanged. */
export function writeAddress<State extends object>(
  fields: AddressFields<State>,
  params: URLSearchParams,
  part: Partial<State>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of Object.keys(part) as (keyof State)[]) {
    const { name, write } = fields[key];
    const text = write(part[key] as State[typeof key]);
    if (text === null) next.delete(name);
    else next.set(name, text);
  }
  return next;
}
