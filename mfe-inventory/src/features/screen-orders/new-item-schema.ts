import type { UseFormReturn } from 'react-hook-form';
import { inventoryItemSchema } from '@taller/shared/domain/schemas/inventory.ts';
import { z } from '@taller/shared/domain/schemas/zod.ts';

/** A product made of a screen order: model and quantity are the order's. */
export const newItemSchema = z.pick(inventoryItemSchema, {
  brand: true,
  cost_price: true,
  component_type_id: true,
  supplier_id: true,
});

export type NewItemForm = UseFormReturn<
  z.input<typeof newItemSchema>,
  unknown,
  z.output<typeof newItemSchema>
>;
