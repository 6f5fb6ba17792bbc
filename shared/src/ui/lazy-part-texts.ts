import type { FailureCause } from './failure-cause.ts';

/** Texts of {@link lazyPart}. */
export const lazyPartTexts = {
  failed: 'No pudimos mostrar esta parte.',
  hints: {
    offline: 'No hay conexión a internet: intenta de nuevo cuando vuelva. Lo demás sigue funcionando.',
    load: 'No llegó del servidor: revisa tu conexión e intenta de nuevo. Lo demás sigue funcionando.',
    error: 'Tiene una falla: intenta de nuevo. Lo demás sigue funcionando.',
  } satisfies Record<FailureCause, string>,
} as const;
