import type { FieldSpec, SectionSpec } from './field-specs.ts';

const titledTexts = (name: string, label: string, itemLabel: string): FieldSpec => ({
  kind: 'list',
  name,
  label,
  itemLabel,
  addLabel: `Agregar ${itemLabel.toLowerCase()}`,
  none: 'Sin textos.',
  most: 6,
  initial: { title: '', text: '' },
  item: [
    { kind: 'line', name: 'title', label: 'Título', width: 'third' },
    { kind: 'area', name: 'text', label: 'Texto', width: 'rest' },
  ],
});

/** The texts of the landing page. */
export const LANDING: SectionSpec = {
  title: 'Página de inicio',
  intro: 'Los textos de la portada del sitio.',
  groups: [
    {
      title: 'Portada y cifras',
      fields: [
        { kind: 'area', name: 'lead', label: 'Presentación' },
        { kind: 'line', name: 'stats.title', label: 'Título de las cifras', optional: true },
        { kind: 'line', name: 'stats.devices', label: 'Bajo los equipos reparados', optional: true },
        { kind: 'line', name: 'stats.satisfaction', label: 'Bajo los clientes satisfechos', optional: true },
        { kind: 'line', name: 'stats.years', label: 'Bajo los años', optional: true },
      ],
    },
    {
      title: 'Servicios',
      fields: [
        { kind: 'line', name: 'services.title', label: 'Título de los servicios', width: 'full' },
        { kind: 'area', name: 'services.lead', label: 'Texto de los servicios', optional: true },
      ],
    },
    {
      title: 'Cómo funciona',
      fields: [
        { kind: 'line', name: 'steps.title', label: 'Título de los pasos', width: 'full' },
        titledTexts('steps.items', 'Pasos', 'Paso'),
      ],
    },
    {
      title: 'Por qué elegirnos',
      fields: [
        { kind: 'line', name: 'why.title', label: 'Título de las razones', width: 'full' },
        titledTexts('why.items', 'Razones', 'Razón'),
      ],
    },
    {
      title: 'Llamado final',
      fields: [
        { kind: 'line', name: 'call.title', label: 'Título del llamado', width: 'full' },
        { kind: 'area', name: 'call.text', label: 'Texto del llamado', optional: true },
        { kind: 'area', name: 'call.whatsAppMessage', label: 'Primer mensaje por WhatsApp', optional: true },
      ],
    },
  ],
};
