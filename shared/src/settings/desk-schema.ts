/** Suggestions for the desk's forms: brands and models, texts, accessories and warranty (CFG-60 to CFG-64). */
import { EQUIPMENT_TYPES, type EquipmentType } from '../orders/equipment.ts';
import { placeCode } from '../orders/places/place-code.ts';
import { BOARD_COLUMNS, type BoardColumn } from '../orders/work/board-columns.ts';
import { nameKey } from '../values/name-key.ts';
import { z } from '../values/zod.ts';
import { gained, line, listOf, optionalLine, paragraph } from './setting-fields.ts';

/** Applies to every kind of device. */
export const ANY_TYPE = 'all';

const DAYS = 'Escribe un número de días entre 0 y 3.650.';
const USUAL_DAYS = 'Escribe un número de días entre 1 y 365.';
/** The margin of a suggested date: the share of similar repairs that took no longer, in per cent (TIME-29). */
export const PROMISE_MARGIN = { least: 50, most: 95, initial: 85 } as const;

const MARGIN = `Entre ${PROMISE_MARGIN.least} y ${PROMISE_MARGIN.most}.`;
const POINT_TWICE = 'Dos puntos se llaman igual. Cambia uno.';
const TILL_TWICE = 'Dos cajas se llaman igual. Cambia una.';
const PLACE_TWICE = 'Dos ubicaciones se llaman casi igual: sus etiquetas serían la misma. Cambia una.';
const TWICE = 'Dos motivos se llaman igual. Cambia uno.';

/** One value for each kind of device. */
const byType = <T extends z.ZodMiniType>(part: () => T) =>
  z.strictObject(
    Object.fromEntries(EQUIPMENT_TYPES.map((type) => [type, part()])) as Record<EquipmentType, T>,
  );

const audience = () => z.enum([ANY_TYPE, ...EQUIPMENT_TYPES]);

const cannedTexts = () => listOf(z.strictObject({ text: paragraph(600), type: audience() }), 100);

/** A reason for waiting (TIME-01). A wait keeps it as it was, but for the usual days. */
const waitReason = z.strictObject({
  /** Given once; the label may change. Those of {@link FIRST_WAITS} have a meaning of their own. */
  key: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  label: line(60),
  /** Read by the customer, on the site and in the message; empty: nothing. */
  customerText: optionalLine(100),
  /** The days it usually takes; null: unknown. */
  days: z.nullable(z.int(USUAL_DAYS).check(z.minimum(1, USUAL_DAYS), z.maximum(365, USUAL_DAYS))),
  /** The time that a promise counts stands still. */
  stopsClock: z.boolean(),
});
export type WaitReason = z.output<typeof waitReason>;

/** The reasons of a shop that has not written its own. */
export const FIRST_WAITS: readonly Readonly<WaitReason>[] = [
  { key: 'part', label: 'Repuesto', customerText: 'Esperando un repuesto', days: 7, stopsClock: true },
  {
    key: 'customer',
    label: 'Respuesta del cliente',
    customerText: 'Esperando tu respuesta',
    days: 2,
    stopsClock: true,
  },
  {
    key: 'lab',
    label: 'Laboratorio externo',
    customerText: 'Tu equipo está en un laboratorio externo',
    days: 10,
    stopsClock: true,
  },
  {
    key: 'supplier',
    label: 'Garantía del proveedor',
    customerText: 'Esperando la garantía del proveedor',
    days: 15,
    stopsClock: true,
  },
];

/** The tills of a new shop. */
export const FIRST_TILLS: readonly string[] = ['Caja'];

/** The places for devices of a new shop. */
export const FIRST_PLACES: readonly string[] = [
  'Recepción',
  'Mesón de trabajo',
  'Estante de listos',
  'Laboratorio externo',
];
/** The points a new shop checks on each kind of device (REC-20). */
export const FIRST_CHECKPOINTS: Readonly<Record<EquipmentType, readonly string[]>> = {
  smartphone: [
    'Enciende',
    'Pantalla',
    'Táctil',
    'Cámara trasera',
    'Cámara frontal',
    'Micrófono',
    'Parlante',
    'Carga',
    'Botones',
    'Huella o rostro',
    'Wi-Fi',
    'Señal',
  ],
  laptop: [
    'Enciende',
    'Pantalla',
    'Teclado',
    'Touchpad',
    'Batería',
    'Carga',
    'Puertos USB',
    'Wi-Fi',
    'Cámara',
    'Micrófono',
    'Parlantes',
    'Bisagras',
  ],
  desktop: [
    'Enciende',
    'Da imagen',
    'Puertos USB',
    'Red',
    'Wi-Fi',
    'Audio',
    'Ventiladores',
    'Arranca el sistema',
  ],
  tablet: [
    'Enciende',
    'Pantalla',
    'Táctil',
    'Cámaras',
    'Micrófono',
    'Parlantes',
    'Carga',
    'Batería',
    'Botones',
    'Wi-Fi',
  ],
  others: ['Enciende', 'Carga', 'Botones', 'Cables y conectores'],
};

/** A shop that asks for no signature. */
export const NO_SIGNATURES: Readonly<Record<'reception' | 'delivery', boolean>> = {
  reception: false,
  delivery: false,
};

/** No days for any kind of device. */
export const NO_DAYS: Readonly<Record<EquipmentType, null>> = {
  smartphone: null,
  laptop: null,
  desktop: null,
  tablet: null,
  others: null,
};

/** Days for each kind of device; null: none are suggested. */
const daysByType = () =>
  byType(() => z.nullable(z.int(DAYS).check(z.minimum(0, DAYS), z.maximum(3650, DAYS))));

const areDistinct = <T>(items: readonly T[], nameOf: (item: T) => string) =>
  new Set(items.map(nameOf)).size === items.length;

const waits = () =>
  listOf(waitReason, 20).check(
    z.refine((reasons) => areDistinct(reasons, ({ key }) => key), TWICE),
    z.refine((reasons) => areDistinct(reasons, ({ label }) => label.toLocaleLowerCase('es-CL')), TWICE),
  );

const tills = () =>
  listOf(line(40), 10).check(
    z.refine((names) => areDistinct(names, (name) => name.toLocaleLowerCase('es-CL')), TILL_TWICE),
  );

const places = () =>
  listOf(line(40), 60).check(z.refine((names) => areDistinct(names, placeCode), PLACE_TWICE));

const checkpoints = () =>
  listOf(line(60), 40).check(z.refine((names) => areDistinct(names, nameKey), POINT_TWICE));

const LIMIT = 'Escribe un número entre 1 y 500, o déjalo vacío.';
const VALID = 'Escribe un número de días entre 0 y 365.';
const IDLE = 'Escribe un número de días entre 1 y 90.';

/** How many orders a column of the board should have at most; null for any number (TIME-36). */
const boardLimits = () =>
  z.strictObject(
    Object.fromEntries(
      BOARD_COLUMNS.map((column) => [
        column,
        z.nullable(z.int(LIMIT).check(z.minimum(1, LIMIT), z.maximum(500, LIMIT))),
      ]),
    ) as Record<BoardColumn, z.ZodMiniNullable<z.ZodMiniInt>>,
  );

/** Days without a change after which an order is idle in a new shop. */
export const IDLE_DAYS = 6;

/** Columns of any length. */
export const NO_LIMITS = Object.fromEntries(BOARD_COLUMNS.map((column) => [column, null])) as Record<
  BoardColumn,
  null
>;

const PRICE = 'Escribe el precio en pesos, o déjalo vacío.';

/** A line of a canned quote (QUO-11): lines of one quote have its name, and stand in their order. */
const cannedLine = z.strictObject({
  quote: line(60),
  type: audience(),
  kind: z.enum(['labour', 'part']),
  description: line(120),
  /** Null: written in each quote. */
  price: z.nullable(z.int(PRICE).check(z.minimum(0, PRICE), z.maximum(1_000_000_000, PRICE))),
  condition: z.enum(['new', 'refurbished', 'used']),
  optional: z.boolean(),
});
export type CannedLine = z.output<typeof cannedLine>;

/** The desk's section of the settings: read by staff, not by the public. */
export const deskSchema = z.strictObject({
  /** Suggested while brand and model are typed, in this order. */
  brands: byType(() => listOf(z.strictObject({ brand: line(60), models: listOf(line(80), 200) }), 40)),
  /** Texts for the order's fields; those of the problem may be shown as buttons. */
  texts: z.strictObject({
    description: listOf(
      z.strictObject({
        text: paragraph(600),
        type: audience(),
        chip: z.boolean(),
        /** The usual quote that comes with it (REC-14); none if empty. */
        quote: gained(optionalLine(60), ''),
      }),
      100,
    ),
    condition: cannedTexts(),
    technicalWork: cannedTexts(),
    notes: cannedTexts(),
  }),
  /** Accessories that customers leave with a device, offered as buttons. */
  accessories: byType(() => listOf(line(60), 20)),
  /** Days of warranty on the work that a delivery begins with; null: whoever delivers must name them. */
  warranty: daysByType(),
  waits: gained(waits(), [...FIRST_WAITS]),
  /** Days of warranty on the parts sold with the work (WARR-11); null: the same as on the work. */
  partsWarranty: gained(daysByType(), { ...NO_DAYS }),
  promiseMargin: gained(
    z.int(MARGIN).check(z.minimum(PROMISE_MARGIN.least, MARGIN), z.maximum(PROMISE_MARGIN.most, MARGIN)),
    PROMISE_MARGIN.initial,
  ),
  boardLimits: gained(boardLimits(), NO_LIMITS),
  /** The cash drawers (PAY-20): private.tills reads them. None: the shop keeps no drawers. */
  tills: gained(tills(), []),
  /** Days without a change after which an order is idle (TIME-37): private.idle_days reads it. */
  idleDays: gained(z.int(IDLE).check(z.minimum(1, IDLE), z.maximum(90, IDLE)), IDLE_DAYS),
  /** Suggested while a quote by lines is written. */
  cannedLines: gained(listOf(cannedLine, 200), []),
  /** Days in which a quote can be decided (QUO-07); 0 for no limit: private.quote_valid_until reads it. */
  quoteDays: gained(z.int(VALID).check(z.minimum(0, VALID), z.maximum(365, VALID)), 0),
  /** Whether work and price may be left open at intake (REC-15): private.quotes_later reads it. */
  quoteLater: gained(z.boolean(), false),
  /** The places for devices (REC-90): public.move_devices reads them. None: the shop notes no places. */
  places: gained(places(), [...FIRST_PLACES]),
  /** The points checked at reception and delivery (REC-20): private.list_version reads them. */
  checkpoints: gained(byType(checkpoints), FIRST_CHECKPOINTS as Record<EquipmentType, string[]>),
  /** Whether a provider issues the tax documents (TAX-07): private.require_provider reads it. */
  electronicDocuments: gained(z.boolean(), false),
  /** Whether the customer must sign (REC-75): private.is_signature_required reads it. */
  signatures: gained(z.strictObject({ reception: z.boolean(), delivery: z.boolean() }), { ...NO_SIGNATURES }),
});
