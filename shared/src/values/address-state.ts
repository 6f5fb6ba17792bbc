/**
 * State in the query of an address, typed: a screen states its fields once, and Back, reload and a shared link keep them.
 * A value that is not valid counts as not given. Defaults are not written, so the plain address is the plain screen.
 */
import { isDay } from './dates.ts';
import { isUuid } from './uuid.ts';

/** How one value stands in the address. */
export interface AddressField<T> {
  /** The parameter's name. */
  readonly name: string;
  readonly read: (text: string | null) => T;
  /** Null leaves the parameter out. */
  readonly write: (value: T) => string | null;
}

/** A field for each property of a state. */
export type AddressFields<State> = { readonly [Key in keyof State]: AddressField<State[Key]> };

/** A free text, without blanks around it; empty by default. */
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

/** The key of a row, or null. */
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

/** Yes or no. @param word stands in the address when the value is not the default. */
export const flagField = (name: string, word: string, byDefault = false): AddressField<boolean> => ({
  name,
  read: (text) => (text === word ? !byDefault : byDefault),
  write: (value) => (value === byDefault ? null : word),
});

/** A page of a list, from 1. */
export const pageField: AddressField<number> = {
  name: 'pagina',
  read: (text) => {
    const page = Number(text ?? 1);
    return Number.isSafeInteger(page) && page >= 1 ? page : 1;
  },
  write: (page) => (page > 1 ? String(page) : null),
};

/** Reads a state from an address. */
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

/** Writes parts of a state into a copy of an address. Parts that are not given and other parameters stay. */
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
