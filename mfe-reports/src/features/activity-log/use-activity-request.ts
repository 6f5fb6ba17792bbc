import type { ActivityRequest } from '@taller/shared/activity/activity-query.ts';
import { isDay } from '@taller/shared/values/dates.ts';
import { useSearchParams } from '@taller/shared/runtime';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The inventory's log, or the looks at personal data. */
export type LogRequest = Omit<ActivityRequest, 'action'> & { action: ActivityRequest['action'] | 'look' };

const LOOKS = 'consultas';

/** The log's filters, kept in the address. Any change but of the page goes back to page 1. */
export function useActivityRequest(): {
  request: LogRequest;
  change: (part: Partial<LogRequest>) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const day = (name: string) => {
    const value = parameters.get(name) ?? '';
    return isDay(value) ? value : null;
  };
  const user = parameters.get('usuario') ?? '';
  const action = parameters.get('accion');
  const page = Number(parameters.get('pagina') ?? 1);
  const request: LogRequest = {
    userId: UUID.test(user) ? user : null,
    action: action === LOOKS ? 'look' : action === 'edit' || action === 'delete' ? action : null,
    from: day('desde'),
    to: day('hasta'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  const change = (part: Partial<LogRequest>) => {
    const next = { ...request, page: 1, ...part };
    const written = new URLSearchParams();
    if (next.userId) written.set('usuario', next.userId);
    if (next.action) written.set('accion', next.action === 'look' ? LOOKS : next.action);
    if (next.from) written.set('desde', next.from);
    if (next.to) written.set('hasta', next.to);
    if (next.page > 1) written.set('pagina', String(next.page));
    setParameters(written, { replace: part.page === undefined });
  };
  return { request, change };
}
