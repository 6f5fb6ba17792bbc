import { techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import type { OrderListFilter, OrderSearchField } from '@taller/shared/orders/order-filter.ts';
import {
  isOrderStatus,
  LIST_STATUS_LABELS,
  ORDER_STATUSES,
} from '@taller/shared/orders/status/order-status.ts';
import { orderTechniciansQuery } from '@taller/shared/orders/order-technicians-query.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { waitTexts } from '../waits/texts.ts';
import { placeTexts } from '../places/texts.ts';
import { searchFields } from './use-desk-filter.ts';

const texts = orderTexts.desk;

interface FilterSelectProps {
  filter: OrderListFilter;
  onChange: (part: Partial<OrderListFilter>) => void;
  /** The label is only for screen readers: the choice says what it is about. */
  hideLabel?: boolean;
  className?: string;
}

/** The field that is searched. */
export function FieldSelect({ role, filter, onChange, ...look }: FilterSelectProps & { role: Role }) {
  return (
    <Select
      {...look}
      label={texts.field}
      value={filter.field}
      onChange={(event) => onChange({ field: event.target.value as OrderSearchField })}
      options={searchFields(role).map((field) => ({ value: field, label: texts.fields[field] }))}
    />
  );
}

/** Selects the orders of one status. */
export function StatusFilter({ filter, onChange, ...look }: FilterSelectProps) {
  return (
    <Select
      {...look}
      label={texts.status}
      value={filter.status ?? ''}
      placeholder={texts.anyStatus}
      onChange={(event) =>
        onChange({ status: isOrderStatus(event.target.value) ? event.target.value : null })
      }
      options={ORDER_STATUSES.map((status) => ({ value: status, label: LIST_STATUS_LABELS[status] }))}
    />
  );
}

/**
 * The technicians to filter by; a technician's own orders come first, those who only have older orders last (ORD-128).
 */
export function useTechnicianChoices(role: Role, userId: string): { value: string; label: string }[] {
  const { data: current = [] } = useQuery(techniciansQuery());
  const { data: ofOrders = [] } = useQuery(orderTechniciansQuery());
  const former = ofOrders.filter(({ id }) => current.every((person) => person.id !== id));
  const others = [...current, ...former].filter(({ id }) => id !== userId);
  return [
    ...(may(role, 'orders.repair') ? [{ value: userId, label: texts.mine }] : []),
    ...others.map((person) => ({ value: person.id, label: person.full_name })),
  ];
}

interface TechnicianFilterProps extends FilterSelectProps {
  choices: readonly { value: string; label: string }[];
}

/** Selects the orders of one technician. */
export function TechnicianFilter({ choices, filter, onChange, ...look }: TechnicianFilterProps) {
  return (
    <Select
      {...look}
      label={texts.technician}
      value={filter.technicianId ?? ''}
      placeholder={texts.anyTechnician}
      onChange={(event) => onChange({ technicianId: event.target.value || null })}
      options={choices}
    />
  );
}

const listsWaits = ({ view, waitReason }: OrderListFilter) => view === 'on_hold' || waitReason !== null;

/** The shop's reasons for waiting, to filter by; not read for orders that need not wait. */
export function useWaitReasons(filter: OrderListFilter): { value: string; label: string }[] {
  const { data } = useQuery({ ...deskSettingsQuery(), enabled: listsWaits(filter) });
  return (data?.waits ?? []).map(({ key, label }) => ({ value: key, label }));
}

/** Selects the orders that wait for one thing (TIME-06): beside the view 'En espera'. */
export function WaitFilter({ filter, onChange, ...look }: FilterSelectProps) {
  const reasons = useWaitReasons(filter);
  const { waitReason } = filter;
  if (!listsWaits(filter)) return null;
  const isKnown = waitReason === null || reasons.some(({ value }) => value === waitReason);
  return (
    <Select
      {...look}
      label={waitTexts.filter}
      value={waitReason ?? ''}
      placeholder={waitTexts.anyReason}
      onChange={(event) => onChange({ waitReason: event.target.value || null })}
      options={isKnown ? reasons : [...reasons, { value: waitReason, label: waitTexts.oneReason }]}
    />
  );
}

/** Selects the orders with devices at one place (REC-107): beside the other filters while on, always in a sheet. */
export function PlaceFilter({
  filter: { place },
  always = false,
  onChange,
  ...look
}: FilterSelectProps & { always?: boolean }) {
  const isShown = always || place !== null;
  const { data } = useQuery({ ...deskSettingsQuery(), enabled: isShown });
  const places = data?.places ?? [];
  if (!isShown || (place === null && places.length === 0)) return null;
  // Devices may still be at a place that was renamed.
  const names = place === null || places.includes(place) ? places : [place, ...places];
  return (
    <Select
      {...look}
      label={placeTexts.filter}
      value={place ?? ''}
      placeholder={placeTexts.anywhere}
      onChange={(event) => onChange({ place: event.target.value || null })}
      options={names.map((name) => ({ value: name, label: name }))}
    />
  );
}
