import type { Order } from '@taller/shared/orders/order-queries.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { warrantyEnds, warrantyEndWords } from '@taller/shared/orders/warranty.ts';
import type { DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';
import { outcomeTexts } from '../warranty/texts.ts';

/** The shop's own days of warranty for a kind of device; null for none. */
interface UsualDays {
  work: number | null;
  parts: number | null;
}

/** The days that the shop gives an order's kind of device; none while its settings load. */
export function usualDays(settings: DeskSettings | undefined, order: Order): UsualDays {
  const type = toEquipmentType(order.equipment_type);
  return { work: settings?.warranty[type] ?? null, parts: settings?.partsWarranty[type] ?? null };
}

/** Whether it came in under a warranty and has no price of its own. */
export const isFreeReturn = (order: Order) => order.warranty_of !== null && !order.total_amount;

/** Days of a delivery. */
interface DeliveryDays {
  /** Empty where neither the order nor the shop has any. */
  warrantyDays: number | '';
  partsWarrantyDays: number | null;
}

/**
 * The days that a delivery begins with: those the order had, else the shop's; empty where the shop has set none. A
 * return that is not charged has none: the warranty that it came in under goes on, or did not cover it.
 */
export function initialDays(order: Order, usual: UsualDays): DeliveryDays {
  // The server computes the remaining amount.
  if (order.warranty_since)
    return { warrantyDays: order.warranty_days ?? 0, partsWarrantyDays: order.parts_warranty_days };
  if (isFreeReturn(order)) return { warrantyDays: 0, partsWarrantyDays: null };
  return {
    warrantyDays: usual.work === null ? '' : (order.warranty_days ?? usual.work),
    partsWarrantyDays: order.warranty_days === null ? usual.parts : order.parts_warranty_days,
  };
}

/** Says that an order whose delivery was taken back keeps the ends of its warranty (WARR-17). */
export const goesOnWords = (order: Order) =>
  outcomeTexts.deliveredBefore(warrantyEndWords(warrantyEnds(order.warranty_since, order)));
