import type { ActivityRequest } from '@taller/shared/activity/keys.ts';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import {
  dayField,
  idField,
  pageField,
  type AddressField,
  type AddressFields,
} from '@taller/shared/values/address-state.ts';

/** The inventory's log, the audit log of personal data, the deleted orders, or the changes of accounts. */
export type LogRequest = Omit<ActivityRequest, 'action'> & {
  action: ActivityRequest['action'] | 'access' | 'order' | 'account';
};

const ACTIONS = {
  edit: 'edit',
  delete: 'delete',
  access: 'consultas',
  order: 'ordenes',
  account: 'cuentas',
} as const;

/** The action of that name; null for none. */
export const actionNamed = (name: string): LogRequest['action'] =>
  (['edit', 'delete', 'access', 'order', 'account'] as const).find((action) => action === name) ?? null;

const actionField: AddressField<LogRequest['action']> = {
  name: 'accion',
  read: (text) => actionNamed(Object.entries(ACTIONS).find(([, shown]) => shown === text)?.[0] ?? ''),
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
