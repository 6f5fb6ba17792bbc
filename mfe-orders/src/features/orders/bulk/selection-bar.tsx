import { useState } from 'react';
import CircleDot from 'lucide-react/icons/circle-dot';
import MapPin from 'lucide-react/icons/map-pin';
import Printer from 'lucide-react/icons/printer';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import { paths } from '@taller/shared/contract/paths.ts';
import { may } from '@taller/shared/access/permissions.ts';
import { BULK_STATUSES, bulkObstacle, type BulkChange } from '@taller/shared/orders/bulk-rules.ts';
import type { BulkOutcome } from '@taller/shared/orders/status-mutations.ts';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { canChooseStatus, LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import { useQuery } from '@taller/shared/query';
import type { CurrentUser } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Menu, type MenuItem } from '@taller/shared/ui/menu.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { BulkDialog, type BulkTask } from './bulk-dialog.tsx';
import { BulkProblems, type BulkProblem } from './bulk-problems.tsx';
import { bulkTexts } from './texts.ts';
import styles from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  user: Pick<CurrentUser, 'id' | 'role'>;
}

/** Link to the choice of sheets for all selected orders, which are printed in one job (ORD-79). */
const PrintLink = ({ ids }: { ids: readonly string[] }) => (
  <LinkButton size="sm" to={paths.printSelect.getHref(ids.join())} icon={<Printer aria-hidden="true" />}>
    {orderTexts.desk.print}
  </LinkButton>
);

/** Link to 'Mover equipos' with the devices of the selected orders that are in the shop (REC-105). */
function MoveLink({ orders }: { orders: readonly OrderListItem[] }) {
  const here = orders.filter(({ status }) => status !== 'delivered').map(({ order_number }) => order_number);
  if (here.length === 0) return null;
  return (
    <LinkButton
      size="sm"
      to={`${paths.moveDevices.getHref()}?ordenes=${here.join('-')}`}
      icon={<MapPin aria-hidden="true" />}
    >
      {bulkTexts.move}
    </LinkButton>
  );
}

/** The number of selected orders, and the actions for all of them (ORD-77, ORD-78). */
export function SelectionBar({ selection, user }: SelectionBarProps) {
  const { data: technicians } = useQuery(techniciansQuery());
  const [task, setTask] = useState<BulkTask | null>(null);
  const [problems, setProblems] = useState<readonly BulkProblem[]>([]);
  const orders = [...selection.selected.values()];
  const item = (change: BulkChange, name: string | null): MenuItem => {
    const some = orders.filter((order) => bulkObstacle(order, change) === null).length;
    return {
      label: bulkTexts.choice(name ?? bulkTexts.nobody, some, orders.length),
      disabled: some === 0,
      onSelect: () => setTask({ change, name }),
    };
  };
  // Technicians assign themselves only; the server says the same of each order.
  const people = technicians?.filter(({ id }) => may(user.role, 'orders.create') || id === user.id) ?? [];
  const handleChanged = (outcomes: readonly BulkOutcome[]) => {
    const numbers = new Map(orders.map((order) => [order.id, formatOrderNumber(order.order_number)]));
    setProblems(
      outcomes
        .filter(({ outcome }) => outcome !== 'done')
        .map((outcome) => ({ number: numbers.get(outcome.id) ?? '', outcome })),
    );
    setTask(null);
    selection.settle(outcomes);
  };
  return (
    <>
      {orders.length > 0 && (
        <div className={styles.bar} role="group" aria-label={bulkTexts.bar}>
          <span className={styles.count} role="status">
            {bulkTexts.selected(orders.length)}
          </span>
          <Menu
            align="start"
            trigger={
              <Button size="sm" icon={<CircleDot aria-hidden="true" />}>
                {bulkTexts.status}
              </Button>
            }
            items={BULK_STATUSES.filter((status) => canChooseStatus(user.role, status)).map((status) =>
              item({ status }, LIST_STATUS_LABELS[status]),
            )}
          />
          <Menu
            align="start"
            trigger={
              <Button size="sm" icon={<UserRound aria-hidden="true" />}>
                {bulkTexts.technician}
              </Button>
            }
            items={[
              ...people.map(({ id, full_name }) => item({ technician_id: id }, full_name)),
              { ...item({ technician_id: null }, null), separated: people.length > 0 },
            ]}
          />
          {may(user.role, 'orders.change') && <MoveLink orders={orders} />}
          {may(user.role, 'orders.print') && <PrintLink ids={[...selection.selected.keys()]} />}
          <Button size="sm" variant="ghost" onClick={selection.selectPage}>
            {bulkTexts.selectPage}
          </Button>
          <IconButton
            className={styles.clear}
            size="sm"
            label={bulkTexts.clear}
            icon={<X aria-hidden="true" />}
            onClick={selection.clear}
          />
        </div>
      )}
      {problems.length > 0 && <BulkProblems problems={problems} onClose={() => setProblems([])} />}
      {task && (
        <BulkDialog {...task} orders={orders} onClose={() => setTask(null)} onChanged={handleChanged} />
      )}
    </>
  );
}
