import {
  type OrderListFilter,
  NEWEST_FIRST,
  ORDER_SORT_COLUMNS,
  type OrderSort,
  type OrderSortColumn,
} from '@taller/shared/orders/order-filter.ts';
import { LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useSearchParams } from '@taller/shared/runtime';
import type { FilterOn } from '@taller/shared/ui/filter-bar.tsx';
import { FilterSheet } from '@taller/shared/ui/filter-sheet.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import {
  FieldSelect,
  PlaceFilter,
  StatusFilter,
  TechnicianFilter,
  useWaitReasons,
  WaitFilter,
} from './filter-selects.tsx';
import { readDesk, searchFields } from './use-desk-filter.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { waitTexts } from '../waits/texts.ts';
import { placeTexts } from '../places/texts.ts';
import { sortTexts } from './texts.ts';

const DIRECTIONS = ['desc', 'asc'] as const;
const CHOICES = ORDER_SORT_COLUMNS.flatMap((column) =>
  DIRECTIONS.map((direction) => ({ column, direction })),
);
const keyOf = ({ column, direction }: { column: OrderSortColumn; direction: OrderSort['direction'] }) =>
  `${column} ${direction}`;
const OPTIONS = CHOICES.map((sort) => ({
  value: keyOf(sort),
  label: sortTexts.directions[sort.column][sort.direction],
}));

interface DeskSortProps {
  /** Null for the newest first. */
  sort: OrderSort | null;
  onSort: (sort: OrderSort) => void;
}

/** Sorts the list with a select: for phones, whose cards have no headings (ORD-75). */
export function DeskSort({ sort, onSort }: DeskSortProps) {
  return (
    <Select
      label={sortTexts.select}
      value={keyOf(sort ?? NEWEST_FIRST)}
      options={OPTIONS}
      onChange={(event) => {
        const chosen = CHOICES.find((choice) => keyOf(choice) === event.target.value);
        if (chosen) onSort(chosen);
      }}
    />
  );
}

const texts = orderTexts.desk;

interface DeskFilterSheetProps {
  role: Role;
  technicians: readonly { value: string; label: string }[];
  filter: OrderListFilter;
  onChange: (part: Partial<OrderListFilter>) => void;
}

/** The filters that are on, in the order of the sheet; the field only if the user has chosen one. */
function filtersOn(
  { role, technicians, filter }: DeskFilterSheetProps,
  chosen: OrderListFilter,
  reasons: readonly { value: string; label: string }[],
): FilterOn<OrderListFilter>[] {
  const [usual] = searchFields(role);
  const on: FilterOn<OrderListFilter>[] = [];
  if (usual && chosen.field !== usual)
    on.push({ label: `${texts.field}: ${texts.fields[chosen.field]}`, off: { field: usual } });
  if (filter.status)
    on.push({ label: `${texts.status}: ${LIST_STATUS_LABELS[filter.status]}`, off: { status: null } });
  if (filter.technicianId) {
    const name = technicians.find(({ value }) => value === filter.technicianId)?.label ?? texts.oneTechnician;
    on.push({ label: `${texts.technician}: ${name}`, off: { technicianId: null } });
  }
  if (filter.waitReason !== null) {
    const reason = reasons.find(({ value }) => value === filter.waitReason)?.label ?? waitTexts.oneReason;
    on.push({ label: `${waitTexts.filter}: ${reason}`, off: { waitReason: null } });
  }
  if (filter.place !== null)
    on.push({ label: `${placeTexts.filter}: ${filter.place}`, off: { place: null } });
  return on;
}

/** The filters and the sorting of the desk on a phone (ORD-72). */
export function DeskFilterSheet(props: DeskFilterSheetProps) {
  const { role, technicians, filter, onChange } = props;
  const [params] = useSearchParams();
  const reasons = useWaitReasons(filter);
  return (
    <FilterSheet
      on={filtersOn(props, readDesk(role, params), reasons)}
      onChange={onChange}
      showLabel={texts.showOrders}
    >
      <FieldSelect role={role} filter={filter} onChange={onChange} />
      <StatusFilter filter={filter} onChange={onChange} />
      <TechnicianFilter choices={technicians} filter={filter} onChange={onChange} />
      <WaitFilter filter={filter} onChange={onChange} />
      <PlaceFilter filter={filter} onChange={onChange} always />
      <DeskSort sort={filter.sort} onSort={(sort) => onChange({ sort })} />
    </FilterSheet>
  );
}
