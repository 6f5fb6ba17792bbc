import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { toast } from '@taller/shared/runtime';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { esOrders } from '#src/texts/es-orders.ts';
import { failureText } from '#src/texts/failure-text.ts';

/** What to do after a change has failed. */
function advice(error: unknown): string {
  const code = dataErrorCode(error);
  if (code === 'offline') return esOrders.toasts.noAnswer;
  if (code === 'conflict') return esOrders.toasts.changedMeanwhile;
  return code === 'server' ? esOrders.failures.server : failureText(error);
}

/** Tells of a failed change where no dialog stays open to tell it: what failed, and what to do now (DATA-42). */
export function toastFailure(what: string, error: unknown): void {
  toast.error(withRequestCode(what, error));
  toast.info(advice(error));
}
