/** What the address of a print sheet asks for (ORD-13). */

/** `a4`: an office printer; `80mm`: the roll of a receipt printer. */
export type PaperFormat = 'a4' | '80mm';

export interface PrintOptions {
  readonly copies: number;
  readonly format: PaperFormat;
}

/** More than this is a slip of the keyboard. */
export const MAX_COPIES = 10;

/** Whole and from 1 to {@link MAX_COPIES}; anything that is no number counts as 1. */
export function clampCopies(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 1), MAX_COPIES) : 1;
}

/** Reads `copies` and `formato`; a missing or invalid value reads as one A4 sheet. */
export function readPrintOptions(search: URLSearchParams): PrintOptions {
  const copies = search.get('copies');
  return {
    copies: copies === null || copies.trim() === '' ? 1 : clampCopies(Number(copies)),
    format: search.get('formato') === '80mm' ? '80mm' : 'a4',
  };
}

/** Adds the choices to a sheet's address, which says `copies=1` by itself; the default paper is omitted. */
export function withPrintOptions(href: string, { copies, format }: PrintOptions): string {
  const [path = '', query = ''] = href.split('?');
  const search = new URLSearchParams(query);
  if (search.has('copies') || copies !== 1) search.set('copies', String(copies));
  if (format === '80mm') search.set('formato', '80mm');
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
