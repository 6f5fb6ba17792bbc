import type { SectionSpec } from './field-specs.ts';

/** 'Apariencia': main colour and logo. */
export const BRANDING: SectionSpec = {
  title: 'Apariencia',
  intro: 'Cómo se ve la tienda: en el sitio, en el panel, en las hojas impresas y en los correos.',
  groups: [
    {
      title: 'Color',
      fields: [
        {
          kind: 'color',
          name: 'color',
          label: 'Color principal',
          hint: 'El de los botones, los enlaces y las franjas. Por ejemplo: #b3261e',
          optional: true,
        },
      ],
    },
    {
      title: 'Logo',
      hint: 'Uno ancho reemplaza al nombre en el encabezado; uno cuadrado va junto al nombre.',
      fields: [
        {
          kind: 'logo',
          name: 'logo',
          label: 'Archivo del logo',
          hint: 'Un PNG, JPG, WebP o SVG, de preferencia con fondo transparente. Se ve en el sitio después de guardar.',
          optional: true,
        },
      ],
    },
  ],
};
