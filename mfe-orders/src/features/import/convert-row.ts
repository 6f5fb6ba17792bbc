/**
 * One line of the file as one order, or the reasons why it cannot be one. Nothing impossible is
 * guessed: it is refused with its reason; what is merely missing and harmless gets a sensible default.
 */
import { parseClp } from '@taller/shared/domain/money.ts';
import { parseOrderNumber } from '@taller/shared/domain/order-number.ts';
import { formatPhone, isChileanMobile, isDiallable } from '@taller/shared/domain/phone.ts';
import { completeRut, hasRightCheckDigit, normaliseRut } from '@taller/shared/domain/rut.ts';
import type { EquipmentType } from '@taller/shared/domain/equipment.ts';
import type { OrderStatus } from '@taller/shared/domain/order-status.ts';
import { fold } from './fields.ts';
import type { ColumnMapping, FieldId } from './fields.ts';
import type { Problem, ProblemCode, ValueMapping, WarningCode } from './import-row.ts';
import type { ImportRow } from '@taller/shared/data/imports/import-row.ts';
import { readDate } from './read-date.ts';
import type { DateOrder } from './read-date.ts';
import { repairText } from './repair-text.ts';
import { equipmentTypeOf, statusOf } from './words.ts';

/** Brand of a device whose brand the file leaves empty. */
export const UNKNOWN_BRAND = 'Sin marca';

export interface ConversionOptions {
  readonly mapping: ColumnMapping;
  readonly values: ValueMapping;
  readonly dateOrder: DateOrder;
  readonly now: Date;
}

export type ConvertedRow =
  | { readonly ok: true; readonly row: Omit<ImportRow, 'key'>; readonly warnings: readonly WarningCode[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Longest texts that the table takes, in characters. */
const LIMITS: Readonly<Partial<Record<FieldId, number>>> = {
  customer_name: 200,
  customer_phone: 40,
  customer_address: 300,
  equipment_brand: 120,
  equipment_model: 200,
  imei: 40,
  equipment_condition: 20_000,
  work_description: 20_000,
  technical_work: 20_000,
  notes: 50_000,
};

/** Before this no order of a living shop was taken in; such a date is a typing error. */
const EARLIEST = Date.UTC(1990, 0, 1);
const DAY_MS = 86_400_000;

/**
 * Accents put right, composed letters, one kind of line break, no control characters (the database refuses them), and without
 * the apostrophe that keeps a spreadsheet from taking a phone for a formula, our own exports' included.
 */
function clean(text: string): string {
  return (
    repairText(text)
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      // eslint-disable-next-line no-control-regex -- removing them is the point
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g, '')
      .trim()
      .replace(/^'(?=[=+\-@])/, '')
  );
}

/** Reads the cells of one row and gathers what is wrong with them. */
class RowReader {
  readonly problems: Problem[] = [];
  readonly warnings: WarningCode[] = [];
  readonly #cells: readonly string[];
  readonly #mapping: ColumnMapping;

  constructor(cells: readonly string[], mapping: ColumnMapping) {
    this.#cells = cells;
    this.#mapping = mapping;
  }

  text(field: FieldId): string {
    const column = this.#mapping[field];
    const value = column === undefined ? '' : clean(this.#cells[column] ?? '');
    const limit = LIMITS[field];
    if (limit !== undefined && value.length > limit) this.refuse('too_long', field, value.slice(0, 80));
    return value;
  }

  required(field: FieldId): string {
    const value = this.text(field);
    if (value === '') this.refuse('missing', field, '');
    return value;
  }

  refuse(code: ProblemCode, field: FieldId, value: string): void {
    this.problems.push({ code, field, value });
  }

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

function readRut(reader: RowReader): string {
  const text = reader.required('customer_rut');
  const rut = completeRut(text);
  if (text !== '' && rut === null) reader.refuse('bad_rut', 'customer_rut', text);
  if (rut !== null && !hasRightCheckDigit(rut)) reader.warnings.push('check_digit');
  return rut ?? normaliseRut(text);
}

function readPhone(reader: RowReader): string {
  const text = reader.required('customer_phone');
  if (text === '') return text;
  if (!isDiallable(text)) reader.refuse('bad_phone', 'customer_phone', text);
  else if (!isChileanMobile(text)) reader.warnings.push('not_mobile');
  return formatPhone(text);
}

function readStatus(reader: RowReader, values: ValueMapping): OrderStatus | null {
  const text = reader.required('status');
  const status = values.status[fold(text)] ?? statusOf(text);
  if (text !== '' && status === null) reader.refuse('unknown_status', 'status', text);
  return status;
}

function readOrderNumber(reader: RowReader): number | undefined {
  const text = reader.text('order_number');
  if (text === '') return undefined;
  const number = parseOrderNumber(text.replace(/[.,](?=\d{3}(?:\D|$))/g, ''));
  if (number === null) reader.refuse('bad_number', 'order_number', text);
  return number ?? undefined;
}

function readWarranty(reader: RowReader): number | undefined {
  const text = reader.text('warranty_days');
  if (text === '') return undefined;
  const match = /^(\d{1,4})\s*(?:(d)\S*|(m)\S*|(a)\S*)?$/i.exec(text);
  let unit = 1;
  if (match?.[3]) unit = 30;
  if (match?.[4]) unit = 365;
  const days = match ? Number(match[1]) * unit : Number.NaN;
  if (days <= 3650) return days;
  reader.refuse('bad_warranty', 'warranty_days', text);
  return undefined;
}

interface Equipment {
  readonly type: EquipmentType;
  readonly brand: string;
  readonly model: string;
}

function readEquipment(reader: RowReader, values: ValueMapping): Equipment {
  const word = reader.text('equipment_type');
  const known = values.equipmentType[fold(word)] ?? equipmentTypeOf(word);
  if (known === null) reader.warnings.push('type_unknown');
  const type = known ?? 'others';
  const brand = reader.text('equipment_brand');
  if (brand === '') reader.warnings.push('no_brand');
  const model = reader.text('equipment_model');
  // "Consola" becomes "others": its word is kept as the model, so that nothing is lost.
  return { type, brand: brand || UNKNOWN_BRAND, model: model || (type === 'others' ? word : '') };
}

/** Times in the row: a later date before the first one says nothing and is left out. */
function readTimes(reader: RowReader, line: number, options: ConversionOptions) {
  reader.required('created_at');
  const created = reader.date('created_at', options);
  const updated = reader.date('updated_at', options);
  const late = created !== null && updated !== null && updated < created;
  if (late) reader.warnings.push('updated_before_created');
  return {
    // Milliseconds by line keep the file's order among orders of one day.
    created: created === null ? null : new Date(created.getTime() + line),
    updated: updated === null || late ? null : new Date(updated.getTime() + line),
  };
}

/**
 * Converts one line of the file.
 *
 * @param line the number that a spreadsheet shows beside it.
 */
export function convertRow(line: number, cells: readonly string[], options: ConversionOptions): ConvertedRow {
  const reader = new RowReader(cells, options.mapping);
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
  const warranty = readWarranty(reader);
  const texts = {
    customer_address: reader.text('customer_address'),
    equipment_condition: reader.text('equipment_condition'),
    work_description: reader.text('work_description'),
    technical_work: reader.text('technical_work'),
  };
  const imei = reader.text('imei');
  const notes = reader.text('notes');
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
      ...texts,
      equipment_type: equipment.type,
      equipment_brand: equipment.brand,
      equipment_model: equipment.model,
      ...(imei === '' ? {} : { imei }),
      total_amount: total,
      advance_payment: advance,
      ...(warranty === undefined ? {} : { warranty_days: warranty }),
      ...(notes === '' ? {} : { notes }),
    },
  };
}
