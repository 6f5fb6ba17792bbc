import { failureText as textOf, type FailureTexts } from '@taller/shared/data-access/failure-text.ts';
import type { DataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { es } from './es.ts';

/** Error messages: missing responses and permissions read the same on every screen of this remote. */
export const failureText = (
  error: unknown,
  texts: FailureTexts | string,
  told?: readonly DataErrorCode[],
): string =>
  textOf(
    error,
    {
      offline: es.offline,
      forbidden: es.denied,
      ...(typeof texts === 'string' ? { otherwise: texts } : texts),
    },
    told,
  );
