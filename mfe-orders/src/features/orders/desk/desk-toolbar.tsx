import type { Ref } from 'react';
import Plus from 'lucide-react/icons/plus';
import type { OrderListFilter } from '@taller/shared/orders/order-filter.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './desk-toolbar.module.css';
import {
  FieldSelect,
  PlaceFilter,
  StatusFilter,
  TechnicianFilter,
  useTechnicianChoices,
  WaitFilter,
} from './filter-selects.tsx';
import { DeskFilterSheet } from './desk-filter-sheet.tsx';
import { NewOrderDialog } from './use-new-order.ts';

const texts = orderTexts.desk;
/** Below this width the filters are in a sheet: beside the search they would take a second row. */
const FOLDED = '(max-width: 61.99rem)';
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

/** Search, filters and 'Nueva orden'; on phones and narrow tablets the filters are in a sheet (ORD-72). */
export function DeskToolbar({ role, userId, filter, onChange, onNewOrder, searchRef }: DeskToolbarProps) {
  const narrow = useMediaQuery(NARROW);
  const isFolded = useMediaQuery(FOLDED);
  const technicians = useTechnicianChoices(role, userId);
  const search = (
    <SearchBox
      className={styles.box}
      label={texts.search}
      placeholder={texts.searchPlaceholder}
      value={filter.search}
      ms={SEARCH_DEBOUNCE_MS}
      onSearch={(text) => onChange({ search: text })}
    />
  );
  const add = onNewOrder && !narrow && <NewOrderButton className={styles.add} onClick={onNewOrder} />;
  if (isFolded)
    return (
      <div className={styles.toolbar} role="search">
        <div className={styles.search} ref={searchRef}>
          {search}
        </div>
        <DeskFilterSheet role={role} technicians={technicians} filter={filter} onChange={onChange} />
        {add}
      </div>
    );
  return (
    <div className={styles.toolbar} role="search">
      <div className={styles.search} ref={searchRef}>
        <FieldSelect role={role} className={styles.field} filter={filter} onChange={onChange} hideLabel />
        {search}
      </div>
      <div className={styles.filters}>
        <StatusFilter filter={filter} onChange={onChange} hideLabel />
        <TechnicianFilter choices={technicians} filter={filter} onChange={onChange} hideLabel />
        <WaitFilter filter={filter} onChange={onChange} hideLabel />
        <PlaceFilter filter={filter} onChange={onChange} hideLabel />
        {add}
      </div>
    </div>
  );
}

/** 'Nueva orden', also by the key `n`. */
function NewOrderButton({ className, onClick }: { className?: string; onClick: () => void }) {
  return (
    <Button
      className={className}
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onClick={onClick}
      // Letters that are typed right after the press find the form, not the frame in its place.
      onPointerEnter={NewOrderDialog.preload}
      onFocus={NewOrderDialog.preload}
      aria-keyshortcuts="n"
    >
      {texts.newOrder}
    </Button>
  );
}

/**
 * 'Nueva orden' on a phone: a bar along the lower edge, within reach of the thumb, that comes to rest below the list
 * and so never hides one of its controls (ORD-73).
 */
export function NewOrderBar({ onNewOrder }: { onNewOrder: (() => void) | undefined }) {
  const narrow = useMediaQuery(NARROW);
  if (!narrow || !onNewOrder) return null;
  return (
    <div className={styles.bar}>
      <NewOrderButton onClick={onNewOrder} />
    </div>
  );
}
