import type { FieldSpec, SectionSpec } from './field-specs.ts';

/** Monday first, as people read a week; the number is the day's place in the value. */
const WEEK = [
  [1, 'Lunes'],
  [2, 'Martes'],
  [3, 'Miércoles'],
  [4, 'Jueves'],
  [5, 'Viernes'],
  [6, 'Sábado'],
  [0, 'Domingo'],
] as const;

const stretches = (name: string, label: string): FieldSpec => ({
  kind: 'list',
  name,
  label,
  itemLabel: 'Tramo',
  addLabel: 'Agregar tramo',
  none: 'Cerrado',
  most: 4,
  initial: { open: '10:00', close: '19:00' },
  item: [
    { kind: 'time', name: 'open', label: 'Abre' },
    { kind: 'time', name: 'close', label: 'Cierra' },
  ],
});

/** The section of opening hours: the week, holidays, special days (CFG-05, CFG-42), and online booking (BOOK-02). */
export const HOURS: SectionSpec = {
  title: 'Horario de atención',
  intro:
    'Cuándo atiende la tienda. Los días especiales valen antes que los feriados, y los feriados antes que la semana.',
  groups: [
    {
      title: 'Semana',
      hint: 'Un día sin tramos está cerrado. Con dos tramos hay una pausa entre ellos.',
      fields: [
        ...WEEK.map(([day, label]) => stretches(`week.${day}`, label)),
        { kind: 'copyDay', name: 'copyDay', label: 'Repetir el lunes hasta el viernes' },
      ],
    },
    {
      title: 'Feriados',
      fields: [
        {
          kind: 'holidays',
          name: 'closedOnHolidays',
          label: 'Cerrado los feriados',
          hint: 'Los feriados nacionales de Chile. Los de una región y los de elecciones se agregan como días especiales.',
        },
      ],
    },
    {
      title: 'Días especiales',
      hint: 'Vacaciones, feriados que abres o un día con otro horario. Sin tramos, la tienda está cerrada.',
      fields: [
        {
          kind: 'list',
          name: 'specialDays',
          label: 'Días especiales',
          itemLabel: 'Días',
          addLabel: 'Agregar días especiales',
          none: 'Sin días especiales.',
          most: 60,
          initial: { from: '', to: '', reason: '', hours: [] },
          item: [
            { kind: 'date', name: 'from', label: 'Desde', width: 'third' },
            { kind: 'date', name: 'to', label: 'Hasta', width: 'third' },
            {
              kind: 'line',
              name: 'reason',
              label: 'Motivo',
              hint: 'Por ejemplo: Vacaciones',
              width: 'third',
            },
            stretches('hours', 'Horario de esos días'),
          ],
        },
      ],
    },
    {
      title: 'Reserva en línea',
      hint: 'En /citas cualquiera elige una hora libre del horario de atención. Sin horario cuenta de 09:00 a 19:00.',
      fields: [
        { kind: 'flag', name: 'booking.enabled', label: 'Recibir reservas en el sitio' },
        { kind: 'count', suffix: 'minutos', name: 'booking.minutes', label: 'Cada cita dura' },
        { kind: 'count', suffix: 'personas', name: 'booking.places', label: 'Personas a la vez' },
        { kind: 'count', suffix: 'horas', name: 'booking.leadHours', label: 'Anticipación mínima' },
        { kind: 'count', suffix: 'días', name: 'booking.daysAhead', label: 'Anticipación máxima' },
        {
          kind: 'count',
          suffix: '% del día',
          name: 'booking.strangerShare',
          label: 'Horas para quien aún no es cliente',
          hint: 'El resto queda para clientes con sus órdenes en su cuenta. Así nadie llena tu agenda desde afuera.',
        },
        {
          kind: 'flag',
          name: 'booking.countsPromises',
          label: 'Una orden comprometida para una hora ocupa un lugar en ella',
        },
      ],
    },
  ],
};
