/** Texts of a form that is opened above its list. */
export const panelTexts = { close: 'Cerrar el formulario' } as const;
