/** Texts of the inactivity warning (SEC-39). A separate module, since visitors of public pages do not load it. */
export const idleTexts = {
  soon: (minutes: number) =>
    `Tu sesión se cerrará en menos de ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} por inactividad.`,
  stay: 'Seguir aquí',
} as const;
