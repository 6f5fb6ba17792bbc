/** Texts for browsers without JavaScript. */
export const plainTexts = {
  title: 'Esta página necesita JavaScript',
  text: 'Tu navegador no ejecuta JavaScript. Actívalo y vuelve a cargar la página, o llámanos y te ayudamos por teléfono:',
  goOn: 'Continuar sin JavaScript',
  goOnHint: 'Si el botón vuelve a mostrar esta página, llámanos.',
  lookup: 'Si al consultar no aparece tu orden, llámanos al',
  home: 'Volver al inicio',
  orderNumber: 'Número de orden',
} as const;
