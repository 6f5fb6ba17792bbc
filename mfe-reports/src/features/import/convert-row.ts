/**
 * Converts a line of the file to an order, or to the reasons why it cannot be one. Impossible values are rejected with
 * a reason instead of being guessed; missing values get a sensible default if that is harmless.
 */
import { type DeviceCode, LONGEST_CODE } from '@taller/shared/orders/device-codes/device-code.ts';
import { isDocument, tidyDocument } from '@taller/shared/values/foreign-document.ts';
import { parseClp } from '@taller/shared/values/money.ts';
import { parseOrderNumber } from '@taller/shared/orders/order-number.ts';
import { formatPhone, isDiallable, phoneWarning } from '@taller/shared/values/phone.ts';
import { completeRut, hasRightCheckDigit, normaliseRut } from '@taller/shared/values/rut.ts';
import type { EquipmentType } from '@taller/shared/orders/equipment.ts';
import { isClosedStatus, type OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import type { Converted, ConvertLine } from '@taller/shared/imports/file/convert-rows.ts';
import { fold, type ColumnMapping } from '@taller/shared/imports/file/import-field.ts';
import { RowReader } from '@taller/shared/imports/file/row-reader.ts';
import type { ImportRow, TextColumn } from '@taller/shared/orders/import-orders.ts';
import { FIELD_NAMES, fieldDefinition } from '@taller/shared/orders/fields/order-fields.ts';
import { LONGEST } from '@taller/shared/values/longest.ts';
import type { FieldId } from './fields.ts';
import type { OrderOptions, OrderProblem, ProblemCode, ValueMapping, WarningCode } from './import-row.ts';
import { readDeviceCode } from './read-device-code.ts';
import { readDate } from './read-date.ts';
import { equipmentTypeOf, statusOf } from './words.ts';

/** Default brand of a device without one. */
export const UNKNOWN_BRAND = 'Sin marca';

export interface ConversionOptions extends OrderOptions {
  readonly mapping: ColumnMapping<FieldId>;
  readonly now: Date;
}

export type ConvertedRow = Converted<Omit<ImportRow, 'key'>, OrderProblem, WarningCode>;

const DEFINITIONS = FIELD_NAMES.map(fieldDefinition);

/** Maximum text lengths of the table, in characters. */
const LIMITS: Readonly<Partial<Record<FieldId, number>>> = {
  ...Object.fromEntries(DEFINITIONS.map(({ column, longest }) => [column, longest])),
  notes: LONGEST.notes,
  device_code: LONGEST_CODE,
};

/** Read with the rest of the device: missing values have a meaning. */
const DEVICE: readonly string[] = ['equipment_brand', 'equipment_model'];

/** The columns whose text is imported unchanged. */
const TEXTS = DEFINITIONS.filter(
  ({ column, kind }) => (kind === 'text' || kind === 'longText') && !DEVICE.includes(column),
).map(({ column }) => column as TextColumn);

/** A long number as a spreadsheet shortens it. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** Earlier dates are typing errors. */
const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);
const DAY_MS = 86_400_000;

/** Reads the cells of an order. */
class OrderReader extends RowReader<FieldId, ProblemCode> {
  readonly warnings: WarningCode[] = [];

  amount(field: FieldId): number | null {
    const text = this.text(field);
    if (text === '') return null;
    const amount = parseClp(text);
    if (amount === null) this.refuse('bad_amount', field, text);
    return amount;
  }

  date(field: FieldId, options: ConversionOptions): Date | null {
    const text = this.text(field);
    if (text === '') return null;
    const date = readDate(text, options.dateOrder);
    if (date === null) {
      this.refuse('bad_date', field, text);
    } else if (date.getTime() < EARLIEST || date.getTime() > options.now.getTime() + DAY_MS) {
      this.refuse('date_out_of_range', field, text);
    }
    return date;
  }
}

function readRut(reader: OrderReader): string {
  const text = reader.required('customer_rut');
  const document = tidyDocument(text);
  if (isDocument(document)) return document;
  const rut = completeRut(text);
  if (text !== '' && rut === null) reader.refuse('bad_rut', 'customer_rut', text);
  if (rut !== null && !hasRightCheckDigit(rut)) reader.warnings.push('check_digit');
  return rut ?? normaliseRut(text);
}

function readPhone(reader: OrderReader): string {
  const text = reader.required('customer_phone');
  if (text === '') return text;
  if (!isDiallable(text)) reader.refuse('bad_phone', 'customer_phone', text);
  else if (phoneWarning(text) !== null) reader.warnings.push('not_mobile');
  return formatPhone(text);
}

function readStatus(reader: OrderReader, values: ValueMapping): OrderStatus | null {
  const text = reader.required('status');
  const status = values.status[fold(text)] ?? statusOf(text);
  if (text !== '' && status === null) reader.refuse('unknown_status', 'status', text);
  return status;
}

function readOrderNumber(reader: OrderReader): number | undefined {
  const text = reader.text('order_number');
  if (text === '') return undefined;
  const number = parseOrderNumber(text.replace(/[.,](?=\d{3}(?:\D|$))/g, ''));
  if (number === null) reader.refuse('bad_number', 'order_number', text);
  return number ?? undefined;
}

/** A promise may lie ahead, unlike the other dates of a file. */
function readPromise(reader: OrderReader, { dateOrder }: ConversionOptions): string | undefined {
  const text = reader.text('promised_at');
  if (text === '') return undefined;
  const date = readDate(text, dateOrder);
  if (date === null) reader.refuse('bad_date', 'promised_at', text);
  else if (date.getTime() < EARLIEST || date.getTime() > LATEST)
    reader.refuse('date_out_of_range', 'promised_at', text);
  else return date.toISOString();
  return undefined;
}

function readWarranty(
  reader: OrderReader,
  field: 'warranty_days' | 'parts_warranty_days',
): number | undefined {
  const text = reader.text(field);
  if (text === '') return undefined;
  const match = /^(\d{1,4})\s*(?:(d)\S*|(m)\S*|(a)\S*)?$/i.exec(text);
  let unit = 1;
  if (match?.[3]) unit = 30;
  if (match?.[4]) unit = 365;
  const days = match ? Number(match[1]) * unit : Number.NaN;
  if (days <= 3650) return days;
  reader.refuse('bad_warranty', field, text);
  return undefined;
}

interface Equipment {
  readonly type: EquipmentType;
  readonly brand: string;
  readonly model: string;
}

function readEquipment(reader: OrderReader, values: ValueMapping): Equipment {
  const word = reader.text('equipment_type');
  const known = values.equipmentType[fold(word)] ?? equipmentTypeOf(word);
  if (known === null) reader.warnings.push('type_unknown');
  const type = known ?? 'others';
  const brand = reader.text('equipment_brand');
  if (brand === '') reader.warnings.push('no_brand');
  const model = reader.text('equipment_model');
  // "Consola" becomes "others": the original word is kept as the model, so that nothing is lost.
  return { type, brand: brand || UNKNOWN_BRAND, model: model || (type === 'others' ? word : '') };
}

/** The device code, kept only while the device is in the shop. */
function readCode(reader: OrderReader, status: OrderStatus | null): DeviceCode | null {
  const code = readDeviceCode(reader.text('device_code'));
  if (code === null || status === null || !isClosedStatus(status)) return code;
  reader.warnings.push('code_left_out');
  return null;
}

/** Times of the row: a later date before the first one is meaningless and omitted. */
function readTimes(reader: OrderReader, line: number, options: ConversionOptions) {
  reader.required('created_at');
  const created = reader.date('created_at', options);
  const updated = reader.date('updated_at', options);
  const late = created !== null && updated !== null && updated < created;
  if (late) reader.warnings.push('updated_before_created');
  return {
    // Milliseconds by line preserve the file's order among orders of one day.
    created: created === null ? null : new Date(created.getTime() + line),
    updated: updated === null || late ? null : new Date(updated.getTime() + line),
  };
}

/**
 * Converts one line of the file.
 * @param line line number as shown by a spreadsheet.
 */
export function convertRow(line: number, cells: readonly string[], options: ConversionOptions): ConvertedRow {
  const reader = new OrderReader(cells, options.mapping, LIMITS);
  const orderNumber = readOrderNumber(reader);
  const { created, updated } = readTimes(reader, line, options);
  const name = reader.required('customer_name');
  const rut = readRut(reader);
  const phone = readPhone(reader);
  const equipment = readEquipment(reader, options.values);
  const status = readStatus(reader, options.values);
  const total = reader.amount('total_amount');
  const advance = reader.amount('advance_payment') ?? 0;
  if (total !== null && advance > total) reader.warnings.push('advance_over_total');
  const warranty = readWarranty(reader, 'warranty_days');
  const partsWarranty = readWarranty(reader, 'parts_warranty_days');
  const promise = readPromise(reader, options);
  const texts = TEXTS.map((column) => [column, reader.text(column)] as const).filter(
    ([, text]) => text !== '',
  );
  if (ROUNDED.test(reader.text('imei'))) reader.warnings.push('imei_rounded');
  const notes = reader.text('notes');
  const code = readCode(reader, status);
  if (reader.problems.length > 0 || created === null || status === null) {
    return { ok: false, problems: reader.problems };
  }
  return {
    ok: true,
    warnings: reader.warnings,
    row: {
      row: line,
      ...(orderNumber === undefined ? {} : { order_number: orderNumber }),
      created_at: created.toISOString(),
      ...(updated === null ? {} : { updated_at: updated.toISOString() }),
      status,
      customer_name: name,
      customer_rut: rut,
      customer_phone: phone,
      ...Object.fromEntries(texts),
      equipment_type: equipment.type,
      equipment_brand: equipment.brand,
      equipment_model: equipment.model,
      total_amount: total,
      advance_payment: advance,
      ...(warranty === undefined ? {} : { warranty_days: warranty }),
      ...(partsWarranty === undefined ? {} : { parts_warranty_days: partsWarranty }),
      ...(promise === undefined ? {} : { promised_at: promise }),
      ...(notes === '' ? {} : { notes }),
      ...(code === null ? {} : { device_code: code }),
    },
  };
}

/**
 * Converts the lines of a file. An order number used by an earlier accepted row rejects the later row, unless such rows
 * get new numbers.
 */
export function orderConverter(
  options: ConversionOptions,
): ConvertLine<Omit<ImportRow, 'key'>, OrderProblem, WarningCode> {
  const lineByNumber = new Map<number, number>();
  return (line, cells) => {
    const converted = convertRow(line, cells, options);
    if (!converted.ok || converted.row.order_number === undefined) return converted;
    const number = converted.row.order_number;
    if (options.takenNumbers === 'renew') return { ...converted, row: { ...converted.row, renumber: true } };
    const earlier = lineByNumber.get(number);
    if (earlier === undefined) {
      lineByNumber.set(number, line);
      return converted;
    }
    const problem = {
      code: 'repeated_number',
      field: 'order_number',
      value: String(number),
      detail: String(earlier),
    } as const;
    return { ok: false, problems: [problem] };
  };
}
