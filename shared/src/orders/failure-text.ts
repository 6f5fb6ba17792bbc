import { dataErrorCode, replyOf } from '#src/data-access/data-error.ts';
import { failureText } from '#src/data-access/failure-text.ts';
import { toast } from '@taller/shared/runtime';
import { withRequestCode } from '#src/values/request-code.ts';

/** Why a save failed, in dialogs that stay open. */
export const SAVE_FAILURES = {
  offline: 'No hay conexión. Lo que escribiste sigue aquí: vuelve a intentar en un momento.',
  forbidden: 'No tienes permiso para hacer este cambio.',
  'not-found': 'La orden ya no existe: alguien la eliminó.',
  conflict: 'Otra persona cambió esta orden mientras la tenías abierta.',
  invalid: 'El servidor no aceptó estos datos.',
  server: 'El servidor no pudo guardar. Vuelve a intentar.',
} as const;

/** Text for a change without typed input; a repeated request takes effect once. */
const NO_ANSWER =
  'No llegó respuesta del servidor. Mira cómo quedó y, si hace falta, inténtalo de nuevo: no se hará dos veces.';

const READ_FAILURES = {
  offline: 'No hay conexión. Revisa tu internet y vuelve a intentar.',
  forbidden: 'No tienes permiso para ver esto.',
  server: 'El servidor no pudo leer los datos. Vuelve a intentar.',
} as const;

/** The message for a failed change that is only confirmed: nothing was typed that could be kept. */
export const orderChangeFailure = (error: unknown): string =>
  dataErrorCode(error) === 'offline' && replyOf(error) === 'none' ? NO_ANSWER : orderSaveFailure(error);

/** The message for a failed save of an order. Uses the server's message if it comes from its own rules. */
export const orderSaveFailure = (error: unknown): string =>
  failureText(error, { ...SAVE_FAILURES, otherwise: SAVE_FAILURES.server }, ['invalid', 'forbidden']);

/** The message for a failed read of an order, which does not mention saving. */
export function orderReadFailure(error: unknown): string {
  const { server } = READ_FAILURES;
  return dataErrorCode(error) === 'invalid'
    ? failureText(error, { otherwise: server })
    : failureText(error, { 'not-found': SAVE_FAILURES['not-found'], ...READ_FAILURES, otherwise: server }, [
        'forbidden',
      ]);
}

const CHANGED_MEANWHILE = 'Otra persona cambió esta orden recién. Revisa su estado y vuelve a intentar.';

/** Instructions after a failed change. */
function advice(error: unknown): string {
  const code = dataErrorCode(error);
  if (code === 'conflict') return CHANGED_MEANWHILE;
  return code === 'server' ? SAVE_FAILURES.server : orderChangeFailure(error);
}

/** Shows a toast for a failed change that has no open dialog: what failed, and what to do (DATA-42). */
export function toastFailure(what: string, error: unknown): void {
  toast.error(withRequestCode(what, error));
  toast.info(advice(error));
}
