import type { FailureCause } from './failure-cause.ts';

/** Texts of what is loaded later and did not come. */
export const lazyTexts = {
  partFailed: 'No pudimos mostrar esta parte.',
  dialogFailed: 'No pudimos abrir esta ventana.',
  hints: {
    offline: 'No hay conexión a internet: intenta de nuevo cuando vuelva. Lo demás sigue funcionando.',
    load: 'No llegó del servidor: revisa tu conexión e intenta de nuevo. Lo demás sigue funcionando.',
    error: 'Tiene una falla: intenta de nuevo. Lo demás sigue funcionando.',
  } satisfies Record<FailureCause, string>,
  /** After `Reintentar`: a browser does not run a broken script anew. */
  again: ' Si no cambia, vuelve a cargar la página.',
} as const;
