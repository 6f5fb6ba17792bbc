import ChevronDown from 'lucide-react/icons/chevron-down';
import {
  canChooseStatus,
  isSelectableStatus,
  LIST_STATUS_LABELS,
  SELECTABLE_STATUSES,
  type OrderStatus,
  type SelectableStatus,
} from '@taller/shared/orders/status/order-status.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { ORDER_STATUS_STYLE } from '@taller/shared/orders/status/order-status-style.ts';
import styles from './status-select.module.css';

interface StatusSelectProps {
  status: OrderStatus;
  role: Role;
  label: string;
  onChoose: (status: SelectableStatus) => void;
  className?: string;
}

/**
 * The status as an editable badge (ORD-07): a native select, which opens the phone's picker. Statuses that the role may
 * not choose are disabled; those set by the customer are shown but not offered.
 */
export function StatusSelect({ status, role, label, onChoose, className }: StatusSelectProps) {
  const { icon: Icon, tone } = ORDER_STATUS_STYLE[status];
  return (
    <span
      className={classNames(styles.badge, styles[tone], className)}
      data-status={LIST_STATUS_LABELS[status]}
    >
      <Icon aria-hidden="true" />
      <select
        aria-label={label}
        value={status}
        onChange={(event) => {
          const chosen = event.target.value;
          if (isSelectableStatus(chosen)) onChoose(chosen);
        }}
      >
        {!isSelectableStatus(status) && (
          <option value={status} disabled>
            {LIST_STATUS_LABELS[status]}
          </option>
        )}
        {SELECTABLE_STATUSES.map((choice) => (
          <option key={choice} value={choice} disabled={!canChooseStatus(role, choice)}>
            {LIST_STATUS_LABELS[choice]}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  );
}
