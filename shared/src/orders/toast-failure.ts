import { dataErrorCode } from '#src/data-access/data-error.ts';
import { toast } from '@taller/shared/runtime';
import { withRequestCode } from '#src/values/request-code.ts';
import { orderChangeFailure, SAVE_FAILURES } from './failure-text.ts';

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
