import { failureText as textOf, type FailureTexts } from '@taller/shared/data-access/failure-text.ts';
import type { DataErrorCode } from '@taller/shared/data-access/data-error.ts';

const SAVE_FAILURES = {
  offline:
    'No llegó respuesta del servidor. Lo que escribiste sigue aquí: inténtalo de nuevo, no quedará duplicado.',
  forbidden: 'Acceso no autorizado.',
} as const;

/** Error messages: missing responses and permissions read the same on every screen of this remote. */
export const failureText = (
  error: unknown,
  texts: FailureTexts | string,
  told?: readonly DataErrorCode[],
): string =>
  textOf(
    error,
    {
      ...SAVE_FAILURES,
      ...(typeof texts === 'string' ? { otherwise: texts } : texts),
    },
    told,
  );
