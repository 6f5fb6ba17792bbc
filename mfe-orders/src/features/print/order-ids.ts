import { BULK_LIMIT } from '@taller/shared/orders/bulk-rules.ts';

/** The orders in a print URL: one id, or several with commas between them (ORD-79); each once. */
export const readOrderIds = (text: string): readonly string[] =>
  [...new Set(text.split(',').filter(Boolean))].slice(0, BULK_LIMIT);
