/** Forms of inventory and screen orders. See INV-01 to INV-04. */
import { parseOrderNumber } from '#src/orders/order-number.ts';
import { fromLocalInput } from '#src/values/dates.ts';
import { clpField, countField, requiredText } from '#src/values/field-schemas.ts';
import { LONGEST } from '#src/values/longest.ts';
import { z } from '#src/values/zod.ts';

export const ALL_REQUIRED = 'Todos los campos son obligatorios.';

/** A product: every field is required; the ids are those of its type and supplier. */
export const inventoryItemSchema = z.object({
  brand: requiredText(ALL_REQUIRED, LONGEST.brand),
  model: requiredText(ALL_REQUIRED, LONGEST.model),
  quantity: countField(ALL_REQUIRED),
  cost_price: clpField(ALL_REQUIRED),
  component_type_id: requiredText(ALL_REQUIRED),
  supplier_id: requiredText(ALL_REQUIRED),
});
export type InventoryItemInput = z.input<typeof inventoryItemSchema>;
export type InventoryItem = z.output<typeof inventoryItemSchema>;

export const WRITE_OFF_REQUIRED = 'La cantidad y el número de orden son obligatorios.';

/** A write-off of at most `stock` items for a service order; the order number is converted to a number. */
export function writeOffSchema(stock: number) {
  return z.object({
    quantity: countField(WRITE_OFF_REQUIRED, 1, stock),
    serviceOrder: z.pipe(
      requiredText(WRITE_OFF_REQUIRED),
      z.transform((text: string, context) => {
        const number = parseOrderNumber(text);
        if (number !== null) return number;
        context.issues.push({ code: 'custom', message: WRITE_OFF_REQUIRED, input: text });
        return z.NEVER;
      }),
    ),
  });
}
export type WriteOffInput = z.input<ReturnType<typeof writeOffSchema>>;

export const CATALOG_NAME_REQUIRED = 'El nombre es obligatorio.';

/** A component type or a supplier. */
export const catalogNameSchema = z.object({ name: requiredText(CATALOG_NAME_REQUIRED, LONGEST.brand) });

/** Suppliers of screens (INV-04). */
export const SCREEN_SUPPLIERS = ['FullMobile', 'Stark Comunicaciones'] as const;

export const SCREEN_ORDER_INVALID = 'Todos los campos son obligatorios y deben ser válidos.';

/** A screen order; columns are the table's. `fecha_compra` is entered in the shop's time zone and converted to UTC. */
export const screenOrderSchema = z.object({
  modelo: requiredText(SCREEN_ORDER_INVALID, LONGEST.model),
  numero_orden: requiredText(SCREEN_ORDER_INVALID, LONGEST.brand),
  fecha_compra: z.pipe(
    requiredText(SCREEN_ORDER_INVALID),
    z.transform((text: string, context) => {
      const instant = fromLocalInput(text);
      if (instant) return instant.toISOString();
      context.issues.push({ code: 'custom', message: SCREEN_ORDER_INVALID, input: text });
      return z.NEVER;
    }),
  ),
  // A text for the form, whose empty option is ''.
  proveedor: z
    .string(SCREEN_ORDER_INVALID)
    .check(z.refine((name) => SCREEN_SUPPLIERS.some((known) => known === name), SCREEN_ORDER_INVALID)),
  precio_costo: clpField(SCREEN_ORDER_INVALID, 1),
  cantidad: countField(SCREEN_ORDER_INVALID, 1),
});
export type ScreenOrderInput = z.input<typeof screenOrderSchema>;
export type ScreenOrder = z.output<typeof screenOrderSchema>;
