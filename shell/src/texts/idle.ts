/** Texts of the notice before an unused session ends (SEC-39). Apart, since visitors of public pages do not load them. */
export const idleTexts = {
  soon: (minutes: number) =>
    `Tu sesión se cerrará en menos de ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} por inactividad.`,
  stay: 'Seguir aquí',
} as const;
