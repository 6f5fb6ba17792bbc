import type { Ref } from 'react';
import Plus from 'lucide-react/icons/plus';
import { techniciansQuery } from '@taller/shared/people/technicians-query.ts';
import type { OrderListFilter, OrderSearchField } from '@taller/shared/orders/order-list-query.ts';
import {
  isOrderStatus,
  LIST_STATUS_LABELS,
  ORDER_STATUSES,
} from '@taller/shared/orders/status/order-status.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { DeskSort } from './desk-sort.tsx';
import styles from './desk-toolbar.module.css';
import { searchFields } from './use-desk-filter.ts';

const texts = orderTexts.desk;
/** Debounce of the search, in ms (ORD-02). */
const SEARCH_DEBOUNCE_MS = 300;

interface DeskToolbarProps {
  role: Role;
  userId: string;
  filter: OrderListFilter;
  onChange: (part: Partial<OrderListFilter>) => void;
  /** Absent for those who may not take orders in. */
  onNewOrder?: () => void;
  searchRef: Ref<HTMLDivElement>;
}

/** Search, filters and 'Nueva orden'. */
export function DeskToolbar({ role, userId, filter, onChange, onNewOrder, searchRef }: DeskToolbarProps) {
  const { data: technicians } = useQuery(techniciansQuery());
  const people = technicians?.filter((person) => person.id !== userId) ?? [];
  const ownChoice = may(role, 'orders.repair') ? [{ value: userId, label: texts.mine }] : [];
  return (
    <div className={styles.toolbar} role="search">
      <div className={styles.search} ref={searchRef}>
        <Select
          className={styles.field}
          label={texts.field}
          hideLabel
          value={filter.field}
          onChange={(event) => onChange({ field: event.target.value as OrderSearchField })}
          options={searchFields(role).map((field) => ({ value: field, label: texts.fields[field] }))}
        />
        <SearchBox
          className={styles.box}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          value={filter.search}
          ms={SEARCH_DEBOUNCE_MS}
          onSearch={(search) => onChange({ search })}
        />
      </div>
      <div className={styles.filters}>
        <Select
          label={texts.status}
          hideLabel
          value={filter.status ?? ''}
          placeholder={texts.anyStatus}
          onChange={(event) =>
            onChange({ status: isOrderStatus(event.target.value) ? event.target.value : null })
          }
          options={ORDER_STATUSES.map((status) => ({ value: status, label: LIST_STATUS_LABELS[status] }))}
        />
        <Select
          label={texts.technician}
          hideLabel
          value={filter.technicianId ?? ''}
          placeholder={texts.anyTechnician}
          onChange={(event) => onChange({ technicianId: event.target.value || null })}
          options={[...ownChoice, ...people.map((person) => ({ value: person.id, label: person.full_name }))]}
        />
        <DeskSort
          className={styles.sort}
          hideLabel
          sort={filter.sort}
          onSort={(sort) => onChange({ sort })}
        />
      </div>
      {onNewOrder && (
        <Button
          className={styles.add}
          variant="accent"
          icon={<Plus aria-hidden="true" />}
          onClick={onNewOrder}
          aria-keyshortcuts="n"
        >
          {texts.newOrder}
        </Button>
      )}
    </div>
  );
}
