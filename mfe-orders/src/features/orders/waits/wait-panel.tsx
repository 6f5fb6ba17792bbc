import { paths } from '@taller/shared/contract/paths.ts';
import { may, mayOpen } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { currentWait } from '@taller/shared/orders/waits/order-wait.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { screenOrderQuery } from '@taller/shared/stock/screen-orders/screen-orders-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { useToday } from '../shared/use-minute.ts';
import { waitWords } from './wait-words.ts';
import { waitFormTexts as texts, waitTexts } from './texts.ts';

interface WaitPanelProps {
  order: Order;
  role: Role;
  /** Opens the dialog that changes it. */
  onChange: () => void;
}

/** The order's wait, since when and until when, with its screen order (TIME-08); nothing if it waits for nothing. */
export function WaitPanel({ order, role, onChange }: WaitPanelProps) {
  const today = useToday();
  const wait = currentWait(order);
  if (!wait) return null;
  const { what, when, late } = waitWords(wait, today);
  return (
    <Banner
      tone={late ? 'warning' : 'info'}
      action={
        may(role, 'orders.change') && (
          <Button size="sm" onClick={onChange}>
            {waitTexts.change}
          </Button>
        )
      }
    >
      <strong>{what}</strong>{' '}
      <span>
        {[texts.since(formatDate(wait.started_at)), when].filter((part) => part !== '').join(' · ')}
      </span>
      {wait.screen_order_id !== null && <ScreenOrder id={wait.screen_order_id} role={role} />}
      {wait.note !== '' && <p>{wait.note}</p>}
    </Banner>
  );
}

/** The screen order that the part comes with, and whether that has arrived (TIME-13). */
function ScreenOrder({ id, role }: { id: string; role: Role }) {
  const { data: order } = useQuery(screenOrderQuery(id));
  if (!order) return null;
  const name = texts.screenOrderName(order.modelo, order.numero_orden);
  const address = `${paths.dashboardScreenOrders.getHref()}?buscar=${encodeURIComponent(order.modelo)}`;
  return (
    <p>
      <span>{texts.expectedFrom}</span>{' '}
      {mayOpen(role, 'stock') ? <Link to={address}>{name}</Link> : <span>{name}</span>}
      {order.received_at !== null && <span> – {texts.arrived}</span>}
    </p>
  );
}
