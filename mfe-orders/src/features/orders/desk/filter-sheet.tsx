import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import type { OrderListFilter } from '@taller/shared/orders/order-list-query.ts';
import { LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useSearchParams } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import { orderTexts } from '#src/features/orders/texts.ts';
import { DeskSort } from './desk-sort.tsx';
import { FieldSelect, StatusFilter, TechnicianFilter } from './filter-selects.tsx';
import styles from './filter-sheet.module.css';
import { readDesk, searchFields } from './use-desk-filter.ts';

const texts = orderTexts.desk;
/** `?filtros=1` opens the sheet, so that the phone's back button closes it. */
const OPEN = 'filtros';

interface FilterSheetProps {
  role: Role;
  technicians: readonly { value: string; label: string }[];
  filter: OrderListFilter;
  onChange: (part: Partial<OrderListFilter>) => void;
}

interface FilterOn {
  label: string;
  /** What removes it. */
  off: Partial<OrderListFilter>;
}

/** The filters that are on, in the order of the sheet; the field only if the user has chosen one. */
function filtersOn({ role, technicians, filter }: FilterSheetProps, chosen: OrderListFilter): FilterOn[] {
  const [usual] = searchFields(role);
  const on: FilterOn[] = [];
  if (usual && chosen.field !== usual)
    on.push({ label: `${texts.field}: ${texts.fields[chosen.field]}`, off: { field: usual } });
  if (filter.status)
    on.push({ label: `${texts.status}: ${LIST_STATUS_LABELS[filter.status]}`, off: { status: null } });
  if (filter.technicianId) {
    const name = technicians.find(({ value }) => value === filter.technicianId)?.label ?? texts.oneTechnician;
    on.push({ label: `${texts.technician}: ${name}`, off: { technicianId: null } });
  }
  return on;
}

/**
 * The filters of a phone (ORD-72): a button that says how many are on, the sheet that it opens, and what is on, each to
 * be removed with one press. A choice is in effect at once, behind the sheet.
 */
export function FilterSheet(props: FilterSheetProps) {
  const { role, technicians, filter, onChange } = props;
  const [params, setParams] = useSearchParams();
  const on = filtersOn(props, readDesk(role, params));
  const show = (open: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (open) next.set(OPEN, '1');
        else next.delete(OPEN);
        return next;
      },
      { replace: !open },
    );
  const removeAll = () =>
    onChange(Object.assign({}, ...on.map(({ off }) => off)) as Partial<OrderListFilter>);
  return (
    <>
      <Button
        className={styles.open}
        icon={<SlidersHorizontal aria-hidden="true" />}
        onClick={() => show(true)}
        aria-haspopup="dialog"
      >
        {texts.filters}
        {on.length > 0 && (
          <>
            <span className={styles.count}>{on.length}</span>
            <span className={hiddenStyles.hidden}>{texts.filtersOn(on.length)}</span>
          </>
        )}
      </Button>
      {on.length > 0 && (
        <ul className={styles.chips} aria-label={texts.filtersListed}>
          {on.map(({ label, off }) => (
            <li key={label}>
              <button
                type="button"
                className={styles.chip}
                aria-label={texts.removeFilter(label)}
                onClick={() => onChange(off)}
              >
                <span className={styles.name}>{label}</span>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={params.get(OPEN) === '1'} onOpenChange={show} title={texts.filters} size="sheet">
        <DialogBody>
          <div className={styles.fields}>
            <FieldSelect role={role} filter={filter} onChange={onChange} />
            <StatusFilter filter={filter} onChange={onChange} />
            <TechnicianFilter choices={technicians} filter={filter} onChange={onChange} />
            <DeskSort sort={filter.sort} onSort={(sort) => onChange({ sort })} />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={removeAll} disabled={on.length === 0}>
            {texts.clearFilters}
          </Button>
          <Button variant="primary" onClick={() => show(false)}>
            {texts.showOrders}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
