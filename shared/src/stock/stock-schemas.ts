/** Forms of inventory and screen orders. See INV-01 to INV-04. */
import { parseOrderNumber } from '#src/orders/order-number.ts';
import { fromLocalInput } from '#src/values/dates.ts';
import { clpField, countField, optionalText, requiredText } from '#src/values/field-schemas.ts';
import { LONGEST } from '#src/values/longest.ts';
import { z } from '#src/values/zod.ts';

/** Said once by a form of these fields while one is wrong; each field has a message of its own. */
export const ALL_REQUIRED = 'Todos los campos son obligatorios.';

/** A product: every field is required; the ids are those of its type and supplier. */
export const inventoryItemSchema = z.object({
  brand: requiredText('Escribe la marca.', LONGEST.brand),
  model: requiredText('Escribe el modelo.', LONGEST.model),
  quantity: countField('Escribe una cantidad entera, 0 o más.'),
  cost_price: clpField('Escribe un precio en pesos, sin decimales.'),
  component_type_id: requiredText('Elige un tipo.'),
  supplier_id: requiredText('Elige un proveedor.'),
});
export type InventoryItemInput = z.input<typeof inventoryItemSchema>;
export type InventoryItem = z.output<typeof inventoryItemSchema>;

/** A product that is there already: with its minimum, and where it lies in the shop. */
export const editedItemSchema = z.extend(inventoryItemSchema, {
  min_stock: countField('Escribe un mínimo entero, 0 o más.'),
  place: optionalText(40),
});
export type EditedItemInput = z.input<typeof editedItemSchema>;
export type EditedItem = z.output<typeof editedItemSchema>;

export const WRITE_OFF_REQUIRED = 'La cantidad y el número de orden son obligatorios.';

/** A write-off of at most `stock` items for a service order; the order number is converted to a number. */
export function writeOffSchema(stock: number) {
  const order = 'Escribe el número de la orden.';
  return z.object({
    quantity: countField(`Escribe una cantidad entre 1 y ${stock}.`, 1, stock),
    serviceOrder: z.pipe(
      requiredText(order),
      z.transform((text: string, context) => {
        const number = parseOrderNumber(text);
        if (number !== null) return number;
        context.issues.push({ code: 'custom', message: order, input: text });
        return z.NEVER;
      }),
    ),
  });
}
export type WriteOffInput = z.input<ReturnType<typeof writeOffSchema>>;

export const CATALOG_NAME_REQUIRED = 'El nombre es obligatorio.';

/** A component type or a supplier. */
export const catalogNameSchema = z.object({ name: requiredText(CATALOG_NAME_REQUIRED, LONGEST.brand) });

const REASON_REQUIRED = 'Elige el motivo.';

/** The reason why a count differs: one of the list, or one that is typed (PART-33). */
export const differenceReasonSchema = z
  .object({
    reason: z.enum(['lost', 'broken', 'found', 'miscount', 'other'], REASON_REQUIRED),
    note: optionalText(500),
  })
  .check(
    z.refine(({ reason, note }) => reason !== 'other' || note !== '', {
      path: ['note'],
      error: 'Escribe cuál es el otro motivo.',
    }),
  );

/** The suppliers of screens that come first (INV-04); any other one may be named (PART-40). */
export const SCREEN_SUPPLIERS = ['FullMobile', 'Stark Comunicaciones'] as const;

/** The counterpart of ALL_REQUIRED for a screen order. */
export const SCREEN_ORDER_INVALID = 'Todos los campos son obligatorios y deben ser válidos.';

const DATE_REQUIRED = 'Elige la fecha y la hora de la compra.';
const SUPPLIER_REQUIRED = 'Elige un proveedor.';

/** A screen order; columns are the table's. `fecha_compra` is entered in the shop's time zone and converted to UTC. */
export const screenOrderSchema = z.object({
  modelo: requiredText('Escribe el modelo.', LONGEST.model),
  numero_orden: requiredText('Escribe el número de orden.', LONGEST.brand),
  fecha_compra: z.pipe(
    requiredText(DATE_REQUIRED),
    z.transform((text: string, context) => {
      const instant = fromLocalInput(text);
      if (instant) return instant.toISOString();
      context.issues.push({ code: 'custom', message: DATE_REQUIRED, input: text });
      return z.NEVER;
    }),
  ),
  proveedor: requiredText(SUPPLIER_REQUIRED, LONGEST.brand),
  precio_costo: clpField('Escribe un precio mayor que 0, sin decimales.', 1),
  cantidad: countField('Escribe una cantidad entera mayor que 0.', 1),
});
export type ScreenOrderInput = z.input<typeof screenOrderSchema>;
export type ScreenOrder = z.output<typeof screenOrderSchema>;
