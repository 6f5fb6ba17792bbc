/** The fields of a product, and their column headings. */
import { headingList, type ImportField } from '@taller/shared/imports/file/import-field.ts';
import { parseItemCode } from '@taller/shared/stock/item-code.ts';

export const FIELD_IDS = [
  'brand',
  'model',
  'type',
  'supplier',
  'quantity',
  'cost_price',
  'min_stock',
  'place',
  'code',
] as const;

export type FieldId = (typeof FIELD_IDS)[number];

/** Fields in the order of the add form. */
export const ITEM_FIELDS: readonly ImportField<FieldId>[] = [
  {
    id: 'brand',
    required: true,
    headings: headingList('marca, fabricante, brand, make, manufacturer, marke'),
  },
  {
    id: 'model',
    required: true,
    headings: headingList(`
      modelo, nombre, producto, descripcion, articulo, repuesto, detalle, nombre producto, nombre del producto, item, model, name,
      product, product name, description, part
    `),
  },
  {
    id: 'type',
    required: true,
    headings: headingList(`
      tipo, tipo de componente, tipo componente, tipo de repuesto, tipo repuesto, componente, categoria, familia, rubro, linea, type,
      component type, category
    `),
  },
  {
    id: 'supplier',
    required: true,
    headings: headingList(
      'proveedor, distribuidor, nombre proveedor, proveedor habitual, supplier, vendor, fornecedor',
    ),
  },
  {
    id: 'quantity',
    required: true,
    headings: headingList(`
      cantidad, stock, existencia, existencias, stock actual, unidades, disponible, disponibles, piezas, cant, saldo, inventario,
      quantity, qty, on hand, units
    `),
  },
  {
    id: 'cost_price',
    required: true,
    headings: headingList(`
      precio cliente, precio, precio de venta, precio venta, precio costo, precio de costo, costo, costo unitario, precio unitario,
      valor, valor unitario, p costo, cost price, price, cost, unit price, unit cost
    `),
  },
  {
    id: 'min_stock',
    required: false,
    headings: headingList(`
      stock minimo, minimo, stock min, cantidad minima, stock critico, punto de pedido, min stock, minimum, minimum stock,
      reorder point, reorder level
    `),
  },
  {
    id: 'place',
    required: false,
    headings: headingList(
      'lugar, ubicacion, bodega, estante, repisa, cajon, gaveta, pasillo, place, location, shelf, bin',
    ),
  },
  {
    id: 'code',
    required: false,
    headings: headingList(
      'codigo, cod, codigo interno, codigo producto, sku, code, barcode, codigo de barras',
    ),
    fits: (cell) => parseItemCode(cell) !== null,
  },
];
