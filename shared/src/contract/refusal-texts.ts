/** Texts of the page of a reminder's link (TIME-48), with and without JavaScript. */
export const refusalTexts = {
  title: 'Recordatorios',
  text: 'Te escribimos por WhatsApp cuando un presupuesto espera tu respuesta, un equipo espera que lo retires o una garantía termina.',
  submit: 'No quiero más recordatorios',
  sending: 'Guardando…',
  doneTitle: 'No te enviaremos más recordatorios',
  done: 'Los avisos de tu orden siguen llegando: cuándo está el presupuesto, cuándo está listo tu equipo.',
  question: 'Si cambias de opinión, llámanos:',
  missing: 'Este enlace ya no sirve. Llámanos y lo anotamos nosotros.',
  failed: 'No pudimos guardarlo. Inténtalo de nuevo.',
  home: 'Ir al inicio',
};
