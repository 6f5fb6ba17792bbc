import { COMMISSION_BASES } from '@taller/shared/settings/commission-schema.ts';
import { CommissionRehearsal } from './commission-rehearsal.tsx';
import type { SectionSpec } from './field-specs.ts';

const BASE_LABELS: Readonly<Record<(typeof COMMISSION_BASES)[number], string>> = {
  total: 'Lo cobrado, con IVA',
  labour: 'Solo la mano de obra',
  margin: 'El margen: sin IVA ni costos',
};

/** Commissions of technicians for completed orders (REP-32). */
export const COMMISSION: SectionSpec = {
  title: 'Comisiones',
  intro:
    'Qué gana cada técnico por las órdenes que completó, después de descuentos. Lo que vuelve en garantía se le resta el día en que vuelve. Se ve en Resultados, tras el PIN.',
  groups: [
    {
      title: 'Reglas',
      hint: 'Cada regla vale desde su día hasta que comienza la siguiente. Para cambiarla, agrega otra: los meses ya pagados quedan igual.',
      fields: [
        {
          kind: 'list',
          name: 'rules',
          label: 'Reglas de comisión',
          itemLabel: 'Regla',
          addLabel: 'Agregar regla',
          none: 'Sin reglas: no hay comisiones.',
          most: 12,
          initial: { from: '', base: 'total', percent: null, people: [] },
          item: [
            { kind: 'date', name: 'from', label: 'Vale desde', width: 'third' },
            {
              kind: 'choice',
              name: 'base',
              label: 'Se calcula sobre',
              width: 'third',
              options: COMMISSION_BASES.map((value) => ({ value, label: BASE_LABELS[value] })),
            },
            { kind: 'count', name: 'percent', label: 'Porcentaje', suffix: '%', width: 'third' },
            {
              kind: 'list',
              name: 'people',
              label: 'Con porcentaje propio',
              itemLabel: 'Persona',
              addLabel: 'Agregar persona',
              none: 'Todos ganan lo mismo.',
              most: 40,
              initial: { id: '', percent: null },
              item: [
                { kind: 'person', name: 'id', label: 'Técnico', width: 'third' },
                { kind: 'count', name: 'percent', label: 'Porcentaje', suffix: '%', width: 'third' },
              ],
            },
          ],
        },
      ],
    },
  ],
  Rehearsal: CommissionRehearsal,
};
