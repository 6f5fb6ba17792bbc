/** Texts of a tab that shows a preview. A separate module: others do not load it. */
export const preview = {
  heading: 'Vista previa',
  until: (date: string) => `Solo en esta pestaña, con datos reales, hasta el ${date}.`,
  leave: 'Salir',
  ended: 'Esta vista previa se publicó, se cerró o venció: ves el sitio como está publicado.',
  dismiss: 'Entendido',
};
