import type { FailureCause } from './failure-cause.ts';
import type { LazyFailure } from './lazy-component.tsx';

const HINTS = {
  offline: 'No hay conexión a internet: intenta de nuevo cuando vuelva. Lo demás sigue funcionando.',
  load: 'No llegó del servidor: revisa tu conexión e intenta de nuevo. Lo demás sigue funcionando.',
  gone: 'Su archivo no está en el servidor; puede haber una versión nueva: vuelve a cargar la página. Lo demás sigue funcionando.',
  changed:
    'Un archivo no es el que se publicó y no se usó: intenta de nuevo en unos minutos y, si sigue, avisa a quien administra el sitio. Lo demás sigue funcionando.',
  error: 'Tiene una falla: intenta de nuevo. Lo demás sigue funcionando.',
} satisfies Record<FailureCause, string>;

/** Texts for parts that could not be loaded. */
export const lazyTexts = {
  partFailed: 'No pudimos mostrar esta parte.',
  dialogFailed: 'No pudimos abrir esta ventana.',
  /** Why, and what to do. A browser does not run a broken script anew: after `Reintentar` only a new page may. */
  hint: ({ cause, retried }: LazyFailure) =>
    retried && cause !== 'offline' && cause !== 'gone'
      ? `${HINTS[cause]} Si no cambia, vuelve a cargar la página.`
      : HINTS[cause],
} as const;
