import { dataErrorCode } from '#src/data-access/data-error.ts';
import { failureText } from '#src/data-access/failure-text.ts';

/** Why a save failed, in dialogs that stay open. */
export const SAVE_FAILURES = {
  offline: 'No hay conexión. Lo que escribiste sigue aquí: vuelve a intentar en un momento.',
  forbidden: 'No tienes permiso para hacer este cambio.',
  'not-found': 'La orden ya no existe: alguien la eliminó.',
  conflict: 'Otra persona cambió esta orden mientras la tenías abierta.',
  invalid: 'El servidor no aceptó estos datos.',
  server: 'El servidor no pudo guardar. Vuelve a intentar.',
} as const;

const READ_FAILURES = {
  offline: 'No hay conexión. Revisa tu internet y vuelve a intentar.',
  server: 'El servidor no pudo leer los datos. Vuelve a intentar.',
} as const;

/** Why a save of an order failed, for a person. The server's own words where its rules wrote them in Spanish. */
export const orderSaveFailure = (error: unknown): string =>
  failureText(error, { ...SAVE_FAILURES, otherwise: SAVE_FAILURES.server }, ['invalid', 'forbidden']);

/** Why an order could not be read. Nothing was typed that could be lost, and nothing was to be saved. */
export function orderReadFailure(error: unknown): string {
  const { offline, server } = READ_FAILURES;
  return dataErrorCode(error) === 'invalid'
    ? failureText(error, { otherwise: server })
    : failureText(error, { ...SAVE_FAILURES, offline, server, otherwise: server }, ['forbidden']);
}
