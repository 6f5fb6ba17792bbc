/** Texts of what 'Mensajes' in the settings has besides its form. */
export const messageSettingsTexts = {
  preview: {
    title: 'Vista previa',
    intro: 'Cada aviso tal como se enviaría por esta orden, con los ajustes guardados.',
    loading: 'Cargando la vista previa…',
    loadFailed: 'No se pudo cargar la vista previa.',
    order: 'Vista previa con la orden N°',
    newest: 'La más nueva',
    show: 'Ver',
    none: 'No existe una orden con ese número.',
    noOrders: 'Aún no hay órdenes con que mostrar los textos.',
    off: 'Desactivado',
    caption: (order: string) => `Así lo lee el cliente de la orden ${order}`,
    template: 'Plantilla en Meta',
    language: 'Idioma',
    body: 'Texto en Meta',
    variables: 'Variables',
  },
} as const;
