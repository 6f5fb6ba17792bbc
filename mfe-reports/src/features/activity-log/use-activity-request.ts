import type { ActivityRequest } from '@taller/shared/activity/activity-query.ts';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import {
  dayField,
  idField,
  pageField,
  type AddressField,
  type AddressFields,
} from '@taller/shared/values/address-state.ts';

/** The inventory's log, or the audit log of personal data. */
export type LogRequest = Omit<ActivityRequest, 'action'> & { action: ActivityRequest['action'] | 'look' };

const ACTIONS = { edit: 'edit', delete: 'delete', look: 'consultas' } as const;

const actionField: AddressField<LogRequest['action']> = {
  name: 'accion',
  read: (text) => (['edit', 'delete', 'look'] as const).find((action) => ACTIONS[action] === text) ?? null,
  write: (action) => action && ACTIONS[action],
};

const FIELDS: AddressFields<LogRequest> = {
  userId: idField('usuario'),
  action: actionField,
  from: dayField('desde'),
  to: dayField('hasta'),
  page: pageField,
};

/** The log's filters, stored in the URL. */
export function useActivityRequest() {
  const { state: request, change } = useAddressState(FIELDS);
  return { request, change };
}
