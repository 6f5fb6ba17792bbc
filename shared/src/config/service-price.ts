import { formatClp } from '../values/money.ts';
import type { Service } from './shop-facts.ts';

/** `Desde $25.000`, `$25.000 a $60.000`, `Hasta $60.000`, `$25.000`; empty without a price. */
export function priceText({ priceFrom, priceTo }: Pick<Service, 'priceFrom' | 'priceTo'>): string {
  if (priceFrom === null) return priceTo === null ? '' : `Hasta ${formatClp(priceTo)}`;
  if (priceTo === null) return `Desde ${formatClp(priceFrom)}`;
  if (priceTo === priceFrom) return formatClp(priceFrom);
  return `${formatClp(priceFrom)} a ${formatClp(priceTo)}`;
}
