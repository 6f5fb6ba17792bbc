import ArrowLeft from 'lucide-react/icons/arrow-left';
import MessageCircle from 'lucide-react/icons/message-circle';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import Printer from 'lucide-react/icons/printer';
import Trash2 from 'lucide-react/icons/trash';
import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-query.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { fieldLines } from '@taller/shared/orders/fields/field-lines.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { offersQuoteReady } from '@taller/shared/orders/status/order-status.ts';
import { isDiallable, telHref, whatsAppHref } from '@taller/shared/values/phone.ts';
import { may, mayOpen } from '@taller/shared/access/permissions.ts';
import { useKeptOpen } from '@taller/shared/forms/use-kept-open.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useNavigate, type CurrentUser } from '@taller/shared/runtime';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { OrderMessages } from './order-messages.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import type { OrderTask, OrderTaskKind } from '../actions/order-task.ts';
import { OrderTaskDialog } from '../actions/order-task-dialog.tsx';
import { StatusSelect } from '../actions/status-select.tsx';
import { useChooseStatus } from '../actions/use-choose-status.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { DecisionHistory } from './decision-history.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { DeviceCodePanel } from './device-code-panel.tsx';
import { InternalNotes } from './internal-notes.tsx';
import styles from './order-view.module.css';
import { OrderParts } from './order-parts.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { RelatedOrders } from './related-orders.tsx';
import { Timeline } from './timeline.tsx';
import { useLiveOrder } from './use-live-order.ts';

/** The complete order (ORD-12), with its actions. */
export function OrderView({ id, user }: { id: string; user: CurrentUser }) {
  const { data: order, error, refetch, isFetching } = useQuery(orderQuery(id));
  useLiveOrder(id);
  return (
    <div className={styles.page}>
      <Link to={paths.dashboard.getHref()} className={styles.back} data-target>
        <ArrowLeft aria-hidden="true" />
        {orderTexts.backToDesk}
      </Link>
      {order ? (
        <LoadedView order={order} user={user} />
      ) : error ? (
        <ErrorState
          error={error}
          message={dataErrorCode(error) === 'not-found' ? orderTexts.notFound : orderReadFailure(error)}
          onRetry={dataErrorCode(error) === 'not-found' ? undefined : () => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton label={orderTexts.loading} shape="card" count={4} />
      )}
    </div>
  );
}

interface LoadedOrder {
  order: Order;
  user: CurrentUser;
}

function LoadedView({ order, user }: LoadedOrder) {
  const navigate = useNavigate();
  const [task, setTask] = useKeptOpen<OrderTask>(`orden.${order.id}`);
  return (
    <>
      <ViewHeader order={order} user={user} onTask={setTask} />
      <div className={styles.columns}>
        <RecordColumn order={order} />
        <div className={styles.column}>
          <PaymentPanel order={order} role={user.role} />
          <OrderParts order={order} role={user.role} />
          <DeviceCodePanel order={order} />
          <OrderMessages order={order} />
          <DecisionHistory orderId={order.id} role={user.role} />
          <RelatedOrders order={order} />
          <Timeline orderId={order.id} />
        </div>
      </div>
      <OrderTaskDialog
        task={task}
        onClose={() => setTask(null)}
        onRemoved={() => void navigate(paths.dashboard.getHref(), { replace: true })}
      />
    </>
  );
}

/** Number, status and dates of the order, and what may be done with it. */
function ViewHeader({ order, user, onTask }: LoadedOrder & { onTask: (task: OrderTask) => void }) {
  const { role } = user;
  const choose = useChooseStatus(onTask);
  const number = formatOrderNumber(order.order_number);
  const open = (kind: OrderTaskKind) => onTask({ kind, order });
  const stamps: [string, string | null][] = [
    [texts.created, order.created_at],
    [texts.approved, order.approved_at],
    [texts.rejected, order.rejected_at],
    [texts.completed, order.completed_at],
  ];
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        <h2 className={styles.title}>{orderTexts.order(number)}</h2>
        <StatusSelect
          status={order.status}
          role={role}
          label={orderTexts.desk.statusOf(number)}
          onChoose={(status) => choose(order, status)}
        />
      </div>
      <p className={styles.stamps}>
        {stamps.map(
          ([label, at]) =>
            at && (
              <span key={label}>
                {label} <time dateTime={at}>{formatDateTime(at)}</time>
              </span>
            ),
        )}
      </p>
      <div className={styles.actions}>
        {offersQuoteReady(order.status) && (
          <Button variant="accent" onClick={() => open('quote')}>
            {orderTexts.desk.steps.quote}
          </Button>
        )}
        {mayOpen(role, 'order-form') && (
          <LinkButton to={paths.orderEdit.getHref(order.id)} icon={<Pencil aria-hidden="true" />}>
            {texts.edit}
          </LinkButton>
        )}
        {may(role, 'orders.print') && (
          <LinkButton to={paths.printSelect.getHref(order.id)} icon={<Printer aria-hidden="true" />}>
            {texts.print}
          </LinkButton>
        )}
        <Button icon={<NotebookPen aria-hidden="true" />} onClick={() => open('notes')}>
          {orderTexts.desk.notes}
        </Button>
        {may(role, 'orders.delete') && (
          <Button variant="ghost" icon={<Trash2 aria-hidden="true" />} onClick={() => open('remove')}>
            {orderTexts.desk.remove}
          </Button>
        )}
      </div>
    </header>
  );
}

/** What the order says about customer, equipment and work. */
function RecordColumn({ order }: { order: Order }) {
  return (
    <div className={styles.column}>
      {order.status === 'delivered' && <DeliveryPanel order={order} />}
      <Card
        title={texts.customer}
        actions={isDiallable(order.customer_phone) && <ContactLinks phone={order.customer_phone} />}
      >
        <DefinitionList items={fieldLines(order, 'view', 'customer')} />
      </Card>
      <Card title={texts.equipment}>
        <DefinitionList
          items={[
            ...fieldLines(order, 'view', 'equipment', 'work'),
            {
              term: ORDER_FIELDS.technicianId.label,
              value: order.technician?.full_name ?? orderTexts.desk.unassigned,
            },
            { term: texts.received, value: order.receptionist?.full_name },
          ]}
        />
      </Card>
      <Card title={texts.notes}>
        <p className={styles.text}>{order.notes || texts.noNotes}</p>
      </Card>
      <InternalNotes orderId={order.id} />
    </div>
  );
}

function ContactLinks({ phone }: { phone: string }) {
  return (
    <span className={styles.contact}>
      <a className={buttonClass({ size: 'sm', variant: 'ghost' })} href={telHref(phone)}>
        <Phone aria-hidden="true" />
        {orderTexts.desk.call}
      </a>
      <a
        className={buttonClass({ size: 'sm', variant: 'ghost' })}
        href={whatsAppHref(phone)}
        target="_blank"
        rel="noreferrer"
        aria-label={orderTexts.desk.whatsapp}
      >
        <MessageCircle aria-hidden="true" />
        WhatsApp
      </a>
    </span>
  );
}
