import { PromiseRehearsal } from './promise-rehearsal.tsx';
import { ANY_TYPE } from '@taller/shared/settings/desk-schema.ts';
import { LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { BOARD_COLUMNS, ON_HOLD } from '@taller/shared/orders/work/board-columns.ts';
import { EQUIPMENT_LABELS, EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import { CONDITION_LABELS } from '@taller/shared/orders/quote/quote-lines.ts';
import type { FieldSpec, SectionSpec } from './field-specs.ts';
import { partsHint, workHint } from './legal-hints.ts';
import { MissingQuotes } from './missing-quotes.tsx';
import { WaitRehearsal } from './rehearsals.tsx';
import { settingsTexts } from './texts.ts';

const AUDIENCES = [
  { value: ANY_TYPE, label: settingsTexts.anyEquipment },
  ...EQUIPMENT_TYPES.map((value) => ({ value, label: EQUIPMENT_LABELS[value] })),
];

const LINE_KINDS = [
  { value: 'labour', label: 'Mano de obra' },
  { value: 'part', label: 'Repuesto' },
];
const CONDITIONS = Object.entries(CONDITION_LABELS).map(([value, label]) => ({ value, label }));

/** One field for each kind of device. */
const byType = (field: (type: string, label: string) => FieldSpec): FieldSpec[] =>
  EQUIPMENT_TYPES.map((type) => field(type, EQUIPMENT_LABELS[type]));

const cannedTexts = (name: string, label: string, more: readonly FieldSpec[] = []): FieldSpec => ({
  kind: 'list',
  name: `texts.${name}`,
  label,
  itemLabel: 'Texto',
  addLabel: 'Agregar texto',
  none: 'Sin textos.',
  most: 100,
  folded: true,
  initial: { text: '', type: ANY_TYPE, ...(more.length > 0 && { chip: true }) },
  item: [
    { kind: 'area', name: 'text', label: 'Texto', width: 'rest' },
    { kind: 'choice', name: 'type', label: 'Equipo', options: AUDIENCES, width: 'third' },
    ...more,
  ],
});

/** Suggestions for the desk's forms (CFG-60 to CFG-64). */
export const DESK: SectionSpec = {
  title: 'Recepción',
  intro:
    'Lo que el mesón escribe más seguido. Solo ayuda a escribir: en la orden siempre se puede poner otra cosa.',
  groups: [
    {
      title: 'Textos',
      hint: 'Al escribir / en el campo de una orden, o con el botón Textos, se abre la lista.',
      Rehearsal: MissingQuotes,
      fields: [
        cannedTexts('description', 'Problema', [
          { kind: 'flag', name: 'chip', label: 'Botón en orden nueva', width: 'third' },
          {
            kind: 'line',
            name: 'quote',
            label: 'Presupuesto que trae',
            hint: 'El nombre de un presupuesto de «Líneas frecuentes»: el botón pone también su trabajo y su precio.',
            optional: true,
          },
        ]),
        cannedTexts('condition', 'Estado en que llega'),
        cannedTexts('technicalWork', 'Trabajo a realizar'),
        cannedTexts('notes', 'Notas'),
      ],
    },
    {
      title: 'Accesorios que dejan los clientes',
      hint: 'Uno por línea. Son botones bajo «Estado en que llega».',
      fields: byType((type, label) => ({
        kind: 'lines',
        name: `accessories.${type}`,
        label,
        optional: true,
      })),
    },
    {
      title: 'Revisión del equipo',
      hint: 'Qué se prueba al recibir y al entregar, un punto por línea. Las revisiones ya hechas conservan sus puntos. Sin ninguno no se revisa ese tipo de equipo.',
      fields: byType((type, label) => ({
        kind: 'lines',
        name: `checkpoints.${type}`,
        label,
        optional: true,
      })),
    },
    {
      title: 'Marcas y modelos',
      hint: 'Se sugieren al escribir, en este orden. Los modelos se pueden pegar, uno por línea.',
      fields: byType((type, label) => ({
        kind: 'list',
        name: `brands.${type}`,
        label,
        itemLabel: 'Marca',
        addLabel: 'Agregar marca',
        none: 'Sin marcas: se sugieren las de tus últimas órdenes.',
        most: 40,
        folded: true,
        initial: { brand: '', models: [] },
        item: [
          { kind: 'line', name: 'brand', label: 'Marca', width: 'third' },
          { kind: 'lines', name: 'models', label: 'Modelos, uno por línea', optional: true, width: 'rest' },
        ],
      })),
    },
    {
      title: 'Motivos de espera',
      hint: 'Qué puede esperar una orden. Las que ya esperan conservan el nombre y el texto que tenían.',
      fields: [
        {
          kind: 'list',
          name: 'waits',
          label: 'Motivos de espera',
          itemLabel: 'Motivo',
          addLabel: 'Agregar motivo',
          none: 'Sin motivos: las órdenes no se pueden poner en espera.',
          most: 20,
          itemsFolded: true,
          keyed: true,
          initial: { label: '', customerText: '', days: null, stopsClock: true },
          item: [
            { kind: 'line', name: 'label', label: 'Qué se espera', hint: 'Por ejemplo: Repuesto' },
            {
              kind: 'line',
              name: 'customerText',
              label: 'Qué lee el cliente',
              hint: 'En el sitio, con la fecha. Vacío: no lee nada.',
              optional: true,
            },
            { kind: 'days', name: 'days', label: 'Cuánto suele tardar', optional: true },
            { kind: 'flag', name: 'stopsClock', label: 'Mientras espera no corre el plazo prometido' },
          ],
        },
      ],
      Rehearsal: WaitRehearsal,
    },
    {
      title: 'Fechas comprometidas',
      hint: 'La fecha que se sugiere al ingresar un equipo sale de las reparaciones parecidas de la tienda.',
      fields: [
        {
          kind: 'count',
          name: 'promiseMargin',
          label: 'Cuánto margen',
          suffix: '%',
          hint: 'De cada 100 reparaciones parecidas, cuántas deben caber en el plazo. Más margen: plazos más largos y más cumplidos.',
          Rehearsal: PromiseRehearsal,
        },
      ],
    },
    {
      title: 'Cajas',
      hint: 'Dónde se guarda el efectivo, una por línea. Todo pago en efectivo entra en una caja abierta, que se cuenta al abrir y al cerrar. Sin ninguna, la tienda no lleva caja.',
      fields: [{ kind: 'lines', name: 'tills', label: 'Cajas', optional: true }],
    },
    {
      title: 'Ubicaciones de equipos',
      hint: 'Dónde puede estar un equipo, una por línea: un estante, el mesón, un laboratorio externo. Con «Mover equipos» se anota dónde está cada uno, y se imprime la etiqueta de cada ubicación. Sin ninguna no se anota.',
      fields: [{ kind: 'lines', name: 'places', label: 'Ubicaciones de equipos', optional: true }],
    },
    {
      title: 'Firmas',
      hint: 'La del cliente, en la pantalla o en su teléfono. Sin ella la orden no sigue.',
      fields: [
        {
          kind: 'flag',
          name: 'signatures.reception',
          label: 'Firma exigida en la recepción',
          hint: 'Antes de comenzar el trabajo, en órdenes que ingresen desde ahora.',
        },
        {
          kind: 'flag',
          name: 'signatures.delivery',
          label: 'Firma exigida en la entrega',
          hint: 'Antes de marcar la orden como entregada.',
        },
      ],
    },
    {
      title: 'Documentos tributarios',
      fields: [
        {
          kind: 'flag',
          name: 'electronicDocuments',
          label: 'Un proveedor emite las boletas y facturas',
          hint: 'Al registrar un pago se le pide el documento, y su folio llega solo. Apagado, el folio se escribe. El proveedor se conecta en el servidor.',
        },
      ],
    },
    {
      title: 'Cola y tablero',
      hint: 'Cuántas órdenes debería tener cada columna del tablero como máximo. Si hay más se ve en amarillo; nada se impide.',
      fields: [
        ...BOARD_COLUMNS.map((column): FieldSpec => ({
          kind: 'count',
          suffix: 'órdenes',
          name: `boardLimits.${column}`,
          label: column === ON_HOLD ? 'En espera' : LIST_STATUS_LABELS[column],
          optional: true,
        })),
        {
          kind: 'days',
          name: 'idleDays',
          label: 'Una orden está sin movimiento después de',
        },
      ],
    },
    {
      title: 'Presupuestos',
      fields: [
        {
          kind: 'days',
          name: 'quoteDays',
          label: 'Un presupuesto vale durante',
          hint: 'Después el cliente ve que venció, hasta que se le envíe de nuevo. Con 0 no vence.',
        },
        {
          kind: 'flag',
          name: 'quoteLater',
          label: 'Se presupuesta después',
          hint: 'Al recibir un equipo no se exigen el trabajo ni el precio: la orden queda «Por presupuestar».',
        },
        {
          kind: 'list',
          name: 'cannedLines',
          label: 'Líneas frecuentes',
          hint: 'Las líneas con el mismo presupuesto se agregan juntas.',
          itemLabel: 'Línea',
          addLabel: 'Agregar línea',
          none: 'Sin líneas frecuentes.',
          most: 200,
          folded: true,
          itemsFolded: true,
          initial: {
            quote: '',
            type: ANY_TYPE,
            kind: 'labour',
            description: '',
            price: null,
            condition: 'new',
            optional: false,
          },
          item: [
            { kind: 'line', name: 'quote', label: 'Presupuesto', width: 'rest' },
            { kind: 'choice', name: 'type', label: 'Equipo', options: AUDIENCES, width: 'third' },
            { kind: 'line', name: 'description', label: 'Qué es', width: 'rest' },
            { kind: 'price', name: 'price', label: 'Precio', optional: true, width: 'third' },
            { kind: 'choice', name: 'kind', label: 'Tipo', options: LINE_KINDS, width: 'third' },
            { kind: 'choice', name: 'condition', label: 'Condición', options: CONDITIONS, width: 'third' },
            { kind: 'flag', name: 'optional', label: 'El cliente puede agregarla', width: 'third' },
          ],
        },
      ],
    },
    {
      title: 'Días de garantía al entregar',
      hint: 'Los del trabajo, con los que comienza la entrega de cada equipo; se pueden cambiar en cada una. Si lo dejas vacío, quien entrega los escribe. Las órdenes ya entregadas conservan los suyos.',
      fields: byType((type, label) => ({
        kind: 'days',
        name: `warranty.${type}`,
        label,
        optional: true,
        remark: workHint,
      })),
    },
    {
      title: 'Días de garantía de los repuestos',
      hint: 'Los de las piezas que se venden con la reparación. Si lo dejas vacío, son los mismos del trabajo.',
      fields: byType((type, label) => ({
        kind: 'days',
        name: `partsWarranty.${type}`,
        label,
        optional: true,
        remark: partsHint,
      })),
    },
  ],
};
