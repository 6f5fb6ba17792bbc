/** Forms of the order desk. See ORD-03, ORD-04, ORD-08 to ORD-11. */
import { receptionListSchema } from './checklists/reception-list.ts';
import { chosenContactSchema } from './customers/chosen-contact-schema.ts';
import { EQUIPMENT_TYPES, PASSWORD_TYPES } from './equipment.ts';
import type { PasswordType } from './equipment.ts';
import { LONGEST_CODE } from './device-codes/device-code.ts';
import { isPattern } from './device-codes/pattern-lock.ts';
import {
  clpField,
  countField,
  nameField,
  optionalText,
  phoneField,
  requiredText,
  identityField,
} from '#src/values/field-schemas.ts';
import { LONGEST } from '#src/values/longest.ts';
import { z } from '#src/values/zod.ts';
import {
  FIELD_NAMES,
  fieldDefinition,
  ORDER_FIELDS,
  type FieldName,
  type FieldOfKind,
  type OrderFieldDefinition,
} from './fields/order-fields.ts';
import { BALANCE_SHAPE, METHOD_REQUIRED } from './ledger/payment-schema.ts';
import { promiseField } from './promises/promise-schema.ts';
import { WARRANTY_OUTCOMES } from './warranty/warranty-outcome.ts';

export const PIN_INVALID = 'El PIN solo puede tener números.';
export const PATTERN_INVALID = 'Dibuja el patrón en la cuadrícula.';
export const CODE_TOO_LONG = `La clave puede tener como máximo ${LONGEST_CODE} caracteres.`;

/**
 * The error for a device code that does not match its type, or null. An empty code is always valid: the customer may
 * not have left one, and when editing it means "keep the stored code".
 */
export function deviceCodeError(type: PasswordType | null, code: string): string | null {
  if (code === '') return null;
  if (code.length > LONGEST_CODE) return CODE_TOO_LONG;
  if (type === 'pin' && !/^\d+$/.test(code)) return PIN_INVALID;
  if (type === 'pattern' && !isPattern(code)) return PATTERN_INVALID;
  return null;
}

const equipmentTypeField = (message: string) => z.enum(EQUIPMENT_TYPES, message);

/** The schema of each kind of field. */
interface SchemaOf {
  name: ReturnType<typeof nameField>;
  text: ReturnType<typeof requiredText>;
  longText: ReturnType<typeof requiredText>;
  rut: ReturnType<typeof identityField>;
  phone: ReturnType<typeof phoneField>;
  equipmentType: ReturnType<typeof equipmentTypeField>;
  technician: ReturnType<typeof optionalText>;
  amount: ReturnType<typeof clpField>;
}

function schemaOf({ kind, required, longest }: OrderFieldDefinition): SchemaOf[keyof SchemaOf] {
  if (kind === 'name') return nameField();
  if (kind === 'rut') return identityField();
  if (kind === 'phone') return phoneField();
  if (kind === 'equipmentType') return equipmentTypeField(required ?? '');
  if (kind === 'amount') return clpField(required ?? '');
  return required ? requiredText(required, longest) : optionalText(longest);
}

const FIELD_SHAPE = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, schemaOf(fieldDefinition(name))]),
) as {
  [Name in FieldName]: SchemaOf[(typeof ORDER_FIELDS)[Name]['kind']];
};

const ORDER_SHAPE = {
  ...FIELD_SHAPE,
  /** Null or empty: none. */
  password_type: z.nullable(z.union([z.enum(PASSWORD_TYPES), z.literal('')])),
  device_password: z.string(),
  /** The number of the order under whose warranty the device comes in (WARR-02); null for none. */
  warranty_of: z.optional(z.nullable(z.int())),
  /** Somebody said that it is no return, although a warranty runs (WARR-03). */
  not_warranty: z.optional(z.boolean()),
  /** The appointment that a new order is for (BOOK-10); null for none. */
  appointment_id: z.optional(z.nullable(z.string())),
  /** The id of an order of the same visit (REC-01); null for none. */
  visit_order: z.optional(z.nullable(z.string())),
  /** Another device of the same visit follows (REC-02). */
  more_devices: z.optional(z.boolean()),
  /** The person who brings a company's device (REC-16); null for nobody. */
  contact: z.optional(z.nullable(chosenContactSchema)),
  /** The reception checklist of a new order (REC-120); null for none. */
  reception_list: z.optional(z.nullable(receptionListSchema)),
  /** The method of a new order's advance (PAY-27): a PaymentMethod; '' for none. */
  advance_method: z.optional(z.string()),
  /** Into which cash drawer, where several are open. */
  advance_till: z.optional(z.string()),
  /** The promised date of a new order (TIME-20), as its field has it; '' for none. Edited elsewhere later. */
  promised_at: z.optional(promiseField()),
};

interface DeviceCode {
  password_type: PasswordType | '' | null;
  device_password: string;
}

const codeFitsType = z.check<DeviceCode>((context) => {
  const { password_type: type, device_password: code } = context.value;
  const message = deviceCodeError(type === '' ? null : type, code);
  if (message) context.issues.push({ code: 'custom', message, path: ['device_password'], input: code });
});

/** The order form. Amounts are converted to whole pesos. */
export const orderFormSchema = z.object(ORDER_SHAPE).check(codeFitsType);
const saysHowPaid = z.refine<{ advancePayment: number; advance_method?: string | undefined }>(
  (form) => form.advancePayment === 0 || Boolean(form.advance_method),
  { message: METHOD_REQUIRED, path: ['advance_method'] },
);
/** The form of a new order, which says how its advance was paid. */
export const newOrderSchema = z.object(ORDER_SHAPE).check(codeFitsType, saysHowPaid);
/** The same in a shop that quotes later: the work may be left open (REC-15). */
export const unquotedOrderSchema = z
  .object({ ...ORDER_SHAPE, technicalWork: optionalText(LONGEST.text) })
  .check(codeFitsType, saysHowPaid);
export type OrderFormInput = z.input<typeof orderFormSchema>;
export type OrderForm = z.output<typeof orderFormSchema>;

type TextField = FieldOfKind<'name' | 'text' | 'longText' | 'rut' | 'phone'>;

const isText = (name: FieldName): name is TextField =>
  !['equipmentType', 'technician', 'amount'].includes(ORDER_FIELDS[name].kind);

const REQUIRED_TEXTS = FIELD_NAMES.filter(isText).filter(
  (name) => fieldDefinition(name).required !== undefined,
);

/**
 * The form of an existing order: stored texts are accepted unchanged. Imported orders may lack required fields, and
 * correcting a phone must not require filling them in.
 */
export function orderEditSchema(stored: OrderFormInput) {
  const orAsStored = (field: TextField) =>
    z.pipe(
      z.string(),
      z.transform((value: string, context) => {
        if (value === stored[field]) return value;
        const checked = z.safeParse(ORDER_SHAPE[field], value);
        if (checked.success) return checked.data;
        for (const { message } of checked.error.issues)
          context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      }),
    );
  const texts = Object.fromEntries(REQUIRED_TEXTS.map((field) => [field, orAsStored(field)])) as Record<
    TextField,
    ReturnType<typeof orAsStored>
  >;
  return z.object({ ...ORDER_SHAPE, ...texts }).check(codeFitsType);
}

export const QUOTE_AMOUNT_INVALID = 'Por favor, ingrese un monto válido para el presupuesto.';
export const DEFAULT_TECHNICAL_WORK = 'Reparación general';

/** Quote dialog: an empty description becomes 'Reparación general'. */
export const quoteSchema = z.object({
  amount: clpField(QUOTE_AMOUNT_INVALID),
  technicalWork: z.pipe(
    optionalText(LONGEST.text),
    z.transform((text: string) => (text === '' ? DEFAULT_TECHNICAL_WORK : text)),
  ),
});
export type QuoteInput = z.input<typeof quoteSchema>;
export type Quote = z.output<typeof quoteSchema>;

export const WARRANTY_INVALID = 'Por favor, ingrese un número válido de días de garantía.';

const warrantyDays = () => countField(WARRANTY_INVALID, 0, 3650);

/** Delivery dialog: warranty days, and how the customer paid the balance. */
export const deliverySchema = z.object({
  warrantyDays: warrantyDays(),
  /** Null: the same days. */
  partsWarrantyDays: z.nullable(warrantyDays()),
  ...BALANCE_SHAPE,
  /** Asked only of a device that came in under warranty. */
  outcome: z.pipe(
    z.string(),
    z.transform(() => undefined),
  ),
  outcomeReason: z.string(),
});
export type DeliveryInput = z.input<typeof deliverySchema>;

/** The dialog that corrects the warranty of a delivered order (WARR-18); the database has the same limits. */
export const warrantyCorrectionSchema = z.object({
  warrantyDays: warrantyDays(),
  /** Null: the same days. */
  partsWarrantyDays: z.nullable(warrantyDays()),
  reason: requiredText('Escribe por qué se corrige la garantía.', 500),
});
export type WarrantyCorrectionInput = z.input<typeof warrantyCorrectionSchema>;
export type WarrantyCorrectionForm = z.output<typeof warrantyCorrectionSchema>;

export const WARRANTY_OUTCOME_REQUIRED = 'Elige cómo terminó la garantía.';
export const NOT_COVERED_REASON_REQUIRED = 'Escribe por qué la garantía no lo cubre.';

const OUTCOME_SHAPE = {
  outcome: z.pipe(z.string(), z.enum(WARRANTY_OUTCOMES, WARRANTY_OUTCOME_REQUIRED)),
  outcomeReason: optionalText(LONGEST.text),
};
const saysWhyNotCovered = z.refine<{ outcome: string; outcomeReason: string }>(
  ({ outcome, outcomeReason }) => outcome !== 'not_covered' || outcomeReason !== '',
  { message: NOT_COVERED_REASON_REQUIRED, path: ['outcomeReason'] },
);

/** The outcome of the warranty under which a device came in, with a reason if it does not cover the work. */
export const warrantyOutcomeSchema = z.object(OUTCOME_SHAPE).check(saysWhyNotCovered);
export type WarrantyOutcomeInput = z.input<typeof warrantyOutcomeSchema>;
export type WarrantyOutcomeForm = z.output<typeof warrantyOutcomeSchema>;

/** The delivery of such a device, with that outcome. */
export const returnDeliverySchema = z.extend(deliverySchema, OUTCOME_SHAPE).check(saysWhyNotCovered);
export type Delivery = z.output<typeof deliverySchema | typeof returnDeliverySchema>;

/** Handing back unrepaired: what the review costs, how it was paid, and why nothing was repaired. */
export const handBackSchema = z.object({
  charge: clpField(ORDER_FIELDS.quote.required),
  ...BALANCE_SHAPE,
  reason: optionalText(LONGEST.text),
});
export const UNREPAIRED_REASON_REQUIRED = 'Escribe por qué se entrega sin reparar.';
/** The same for an order that was neither rejected nor cancelled: only then nothing else says why. */
export const unrepairedSchema = z.extend(handBackSchema, {
  reason: requiredText(UNREPAIRED_REASON_REQUIRED, LONGEST.text),
});
export type HandBackInput = z.input<typeof handBackSchema>;
export type HandBack = z.output<typeof handBackSchema>;

export const APPROVAL_SAID_BY_REQUIRED = 'Escribe quién aprobó.';
export const APPROVAL_CHANNEL_REQUIRED = 'Elige si fue por teléfono o en el local.';

/** A customer's yes that staff note (ORD-91). */
export const approvalSchema = z.object({
  channel: z.pipe(z.string(), z.enum(['phone', 'counter'], APPROVAL_CHANNEL_REQUIRED)),
  saidBy: requiredText(APPROVAL_SAID_BY_REQUIRED, 200),
});
export type ApprovalInput = z.input<typeof approvalSchema>;
export type Approval = z.output<typeof approvalSchema>;

export const CANCEL_REASON_REQUIRED = 'Escribe el motivo de la cancelación.';

export const cancellationSchema = z.object({ reason: requiredText(CANCEL_REASON_REQUIRED, LONGEST.text) });
export type CancellationInput = z.input<typeof cancellationSchema>;

export const TAKE_BACK_REASON_REQUIRED = 'Escribe por qué deshaces el ingreso.';

export const takeBackSchema = z.object({ reason: requiredText(TAKE_BACK_REASON_REQUIRED, 500) });
export type TakeBackInput = z.input<typeof takeBackSchema>;
