/**
 * The fields of an order: one record per field, from which form, view, sheets, portal, timeline, import and export are
 * derived (ORD-54). Their headings in other systems' files are in mfe-reports/src/features/import/fields.ts. The
 * database repeats the columns that a technician may change; supabase/test/order-columns.test.ts compares both.
 */
import type { Database } from '#src/db/database.types.ts';
import { LONGEST } from '#src/values/longest.ts';
import { otherPhoneWarning } from '#src/values/phone.ts';
import { imeiWarning } from '../imei.ts';

type Row = Database['public']['Tables']['service_orders']['Row'];

/** A place that shows a field, besides timeline and export, which contain all fields. */
export type FieldPlace = 'view' | 'portal' | 'clientSheet' | 'technicalSheet';

/** The kind of a field determines its control, schema and formatting. */
type FieldKind = 'name' | 'text' | 'longText' | 'rut' | 'phone' | 'equipmentType' | 'technician' | 'amount';

export interface OrderFieldDefinition {
  /** The database column. */
  column: keyof Row;
  label: string;
  /** The form's label, where the person confirms something that other places report. */
  formLabel?: string;
  /** Its card, or group of the form. */
  group: 'customer' | 'equipment' | 'work' | 'payment';
  kind: FieldKind;
  /** The form's message when it is empty; null if the kind has its own message. Without it the field is optional. */
  required?: string | null;
  /** Maximum length, in characters. */
  longest?: number;
  /** A warning about an unusual value, which is accepted anyway. */
  warning?: (value: string) => string | null;
  shownIn: readonly FieldPlace[];
  /** Has a line only where it has a value: most orders have none. */
  shownIfGiven?: true;
  /** May also be changed by technicians; all other columns only by the desk. */
  technicianChanges?: true;
}

const EVERYWHERE = ['view', 'portal', 'clientSheet', 'technicalSheet'] as const;

/** The fields by their names in the form, in display order. */
export const ORDER_FIELDS = {
  customerName: {
    column: 'customer_name',
    label: 'Nombre completo',
    group: 'customer',
    kind: 'name',
    required: null,
    longest: LONGEST.name,
    shownIn: EVERYWHERE,
  },
  customerRut: {
    column: 'customer_rut',
    label: 'RUT',
    group: 'customer',
    kind: 'rut',
    required: null,
    shownIn: ['view', 'portal', 'clientSheet'],
  },
  customerPhone: {
    column: 'customer_phone',
    label: 'Teléfono',
    group: 'customer',
    kind: 'phone',
    required: null,
    longest: LONGEST.phone,
    shownIn: EVERYWHERE,
  },
  secondPhone: {
    column: 'second_phone',
    label: 'Otro teléfono',
    group: 'customer',
    kind: 'text',
    longest: LONGEST.phone,
    warning: (value) => (value.trim() === '' ? null : otherPhoneWarning(value)),
    shownIn: EVERYWHERE,
    shownIfGiven: true,
  },
  customerAddress: {
    column: 'customer_address',
    label: 'Dirección',
    group: 'customer',
    kind: 'text',
    longest: LONGEST.address,
    shownIn: ['view', 'portal', 'clientSheet'],
  },
  customerReference: {
    column: 'customer_reference',
    label: 'N.º de orden o siniestro del cliente',
    group: 'customer',
    kind: 'text',
    longest: LONGEST.reference,
    shownIn: EVERYWHERE,
    shownIfGiven: true,
  },
  equipmentType: {
    column: 'equipment_type',
    label: 'Tipo de equipo',
    group: 'equipment',
    kind: 'equipmentType',
    required: 'Elige el tipo de equipo.',
    shownIn: EVERYWHERE,
  },
  // The sheets print brand and model in one line.
  brand: {
    column: 'equipment_brand',
    label: 'Marca',
    group: 'equipment',
    kind: 'text',
    required: 'La marca es obligatoria.',
    longest: LONGEST.brand,
    shownIn: ['view', 'portal'],
  },
  model: {
    column: 'equipment_model',
    label: 'Modelo',
    group: 'equipment',
    kind: 'text',
    required: 'El modelo es obligatorio.',
    longest: LONGEST.model,
    shownIn: ['view', 'portal'],
  },
  imei: {
    column: 'imei',
    label: 'IMEI o número de serie',
    group: 'equipment',
    kind: 'text',
    longest: LONGEST.imei,
    warning: imeiWarning,
    shownIn: EVERYWHERE,
  },
  condition: {
    column: 'equipment_condition',
    label: 'Estado en que llega',
    group: 'equipment',
    kind: 'longText',
    required: 'Describe el estado en que llega el equipo.',
    longest: LONGEST.text,
    shownIn: EVERYWHERE,
  },
  description: {
    column: 'work_description',
    label: 'Problema',
    group: 'work',
    kind: 'longText',
    required: 'Describe el problema.',
    longest: LONGEST.text,
    shownIn: EVERYWHERE,
  },
  technicalWork: {
    column: 'technical_work',
    label: 'Trabajo a realizar',
    group: 'work',
    kind: 'longText',
    required: 'Describe el trabajo a realizar.',
    longest: LONGEST.text,
    shownIn: EVERYWHERE,
    technicianChanges: true,
  },
  technicianId: {
    column: 'technician_id',
    label: 'Técnico',
    group: 'work',
    kind: 'technician',
    shownIn: [],
    technicianChanges: true,
  },
  quote: {
    column: 'total_amount',
    label: 'Total',
    formLabel: 'Presupuesto',
    group: 'payment',
    kind: 'amount',
    required: 'Ingresa un presupuesto de $0 o más, sin decimales.',
    // The payment panels show the amounts with the balance.
    shownIn: [],
    technicianChanges: true,
  },
  advancePayment: {
    column: 'advance_payment',
    label: 'Abono',
    group: 'payment',
    kind: 'amount',
    required: 'Ingresa un abono de $0 o más, sin decimales.',
    shownIn: [],
  },
} as const satisfies Readonly<Record<string, OrderFieldDefinition>>;

type Fields = typeof ORDER_FIELDS;
export type FieldName = keyof Fields;
/** The names of the fields of a kind. */
export type FieldOfKind<Kind extends FieldKind> = {
  [Name in FieldName]: Fields[Name]['kind'] extends Kind ? Name : never;
}[FieldName];
/** The columns of the fields of a kind. */
export type FieldColumn<Kind extends FieldKind = FieldKind> = Fields[FieldOfKind<Kind>]['column'];

/** The columns of the fields, for queries; the technician is joined by name. PostgREST's types require a literal. */
export const FIELD_COLUMNS =
  'customer_name, customer_rut, customer_phone, second_phone, customer_address, customer_reference, equipment_type, equipment_brand, equipment_model, imei, equipment_condition, work_description, technical_work, total_amount, advance_payment' as const;

export const FIELD_NAMES = Object.keys(ORDER_FIELDS) as readonly FieldName[];

/** The properties of a field, for code that handles any field. */
export const fieldDefinition = (name: FieldName): OrderFieldDefinition => ORDER_FIELDS[name];

/** The labels of the fields' columns. */
export const FIELD_LABELS = Object.fromEntries(
  FIELD_NAMES.map((name) => [ORDER_FIELDS[name].column, ORDER_FIELDS[name].label]),
) as Readonly<Record<FieldColumn, string>>;
