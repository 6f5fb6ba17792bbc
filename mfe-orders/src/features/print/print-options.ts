/** Print options in the URL of a sheet (ORD-13). */
import { browserArea } from '@taller/shared/contract/storage.ts';

/** `a4`: an office printer; `80mm`: a receipt printer. */
export type PaperFormat = 'a4' | '80mm';

export interface PrintOptions {
  readonly copies: number;
  readonly format: PaperFormat;
}

/** Remembers the last paper format per browser, since each desk has its own printer. */
export const PAPER_KEY = 'taller.paper';
export const readPaper = (kept: string | null): PaperFormat => (kept === '80mm' ? '80mm' : 'a4');
export const lastPaper = () => readPaper(browserArea.getItem(PAPER_KEY));

/** `&visita=1`: one slip for all orders of the address (REC-06). */
export const VISIT_PARAMETER = 'visita';

/** Larger numbers are typing errors. */
export const MAX_COPIES = 10;

/** An integer from 1 to {@link MAX_COPIES}; anything that is not a number counts as 1. */
export function clampCopies(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 1), MAX_COPIES) : 1;
}

/** Parses `copies` and `formato`; missing or invalid values give one A4 sheet. */
export function readPrintOptions(search: URLSearchParams): PrintOptions {
  const copies = search.get('copies');
  return {
    copies: copies === null || copies.trim() === '' ? 1 : clampCopies(Number(copies)),
    format: search.get('formato') === '80mm' ? '80mm' : 'a4',
  };
}

/** Adds the options to a sheet's URL, which has `copies=1` by default; the default paper is omitted. */
export function withPrintOptions(href: string, { copies, format }: PrintOptions): string {
  const [path = '', query = ''] = href.split('?');
  const search = new URLSearchParams(query);
  if (search.has('copies') || copies !== 1) search.set('copies', String(copies));
  if (format === '80mm') search.set('formato', '80mm');
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
