import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { isClosedStatus, isOpenStatus, isStoppedStatus } from '@taller/shared/orders/status/order-status.ts';
import { orderReadFailure, toastFailure } from '@taller/shared/orders/failure-text.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { PartBadge } from '@taller/shared/stock/parts/part-badge.tsx';
import { useReturnPartsMutation } from '@taller/shared/stock/parts/part-mutations.ts';
import { requestedPartsQuery, type RequestedPart } from '@taller/shared/stock/parts/part-queries.ts';
import { isHeld, PART_STATES, stepsOf, type PartState } from '@taller/shared/stock/parts/part-state.ts';
import { usePartStep } from '@taller/shared/stock/parts/use-part-step.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Menu } from '@taller/shared/ui/menu.tsx';
import { formatDate, formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import type { OrderTaskKind } from '../actions/order-task.ts';
import { useToday } from '../shared/use-minute.ts';
import styles from './parts.module.css';
import { partTexts as texts } from './texts.ts';

interface PartsPanelProps {
  order: Order;
  onTask: (kind: OrderTaskKind, partId?: string) => void;
}

/** The parts of an order with their state and next step (PART-13); nothing for a closed order without any. */
export function PartsPanel({ order, onTask }: PartsPanelProps) {
  const { data, error, refetch, isFetching } = useQuery(requestedPartsQuery(order.id));
  const isOpen = isOpenStatus(order.status);
  if (!data) {
    return error ? (
      <ErrorState
        error={error}
        message={orderReadFailure(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : null;
  }
  if (data.length === 0 && !isOpen) return null;
  const ask = (
    <Button size="sm" onClick={() => onTask('part')}>
      {texts.ask}
    </Button>
  );
  if (data.length === 0)
    return (
      <Card title={texts.title} actions={ask}>
        <p className={styles.none}>{texts.none}</p>
      </Card>
    );
  return (
    <Card title={texts.title} actions={isOpen && ask}>
      <LeftParts order={order} parts={data} />
      <ul aria-label={texts.title} className={styles.list}>
        {data.map((part) => (
          <Part key={part.id} part={part} onTask={onTask} />
        ))}
      </ul>
    </Card>
  );
}

/** Asks what becomes of what an order holds that was rejected, cancelled or delivered (PART-10). */
function LeftParts({ order, parts }: { order: Order; parts: readonly RequestedPart[] }) {
  const { mutate, isPending } = useReturnPartsMutation();
  const held = parts.filter(isHeld).length;
  if (held === 0 || !(isStoppedStatus(order.status) || isClosedStatus(order.status))) return null;
  const giveBack = () =>
    mutate(order.id, {
      onSuccess: () => toast.success(texts.givenBack),
      onError: (failure) => toastFailure(texts.giveBackFailed, failure),
    });
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" loading={isPending} onClick={giveBack}>
          {texts.giveBack}
        </Button>
      }
    >
      {texts.left(held)}
    </Banner>
  );
}

/** The steps that ask for more than a press. */
const FORMS: Readonly<Partial<Record<PartState, OrderTaskKind>>> = {
  ordered: 'partPurchase',
  faulty: 'partFault',
};

function Part({ part, onTask }: { part: RequestedPart; onTask: PartsPanelProps['onTask'] }) {
  const { take, isPending } = usePartStep();
  const { next, others } = stepsOf(part);
  const name = texts.times(part.quantity, part.description);
  const go = (to: PartState) => {
    const form = to === 'returned' && part.item_id === null ? 'partStock' : FORMS[to];
    if (form) onTask(form, part.id);
    else take(part, to);
  };
  return (
    <li className={styles.part} data-state={part.state}>
      <span className={styles.what}>
        <span>{name}</span>
        <Facts part={part} />
      </span>
      <PartBadge state={part.state} />
      <span className={styles.steps}>
        {next && (
          <Button
            size="sm"
            loading={isPending}
            aria-label={texts.stepOf(next.label, name)}
            onClick={() => go(next.to)}
          >
            {next.label}
          </Button>
        )}
        {others.length > 0 && (
          <Menu
            trigger={
              <IconButton
                label={texts.others(name)}
                icon={<EllipsisVertical aria-hidden="true" />}
                disabled={isPending}
              />
            }
            items={others.map(({ to, label }) => ({
              label,
              onSelect: () => go(to),
              danger: to === 'cancelled',
            }))}
          />
        )}
      </span>
      <details className={styles.history}>
        <summary>{texts.history}</summary>
        <ol>
          {part.steps.map((step) => (
            <li key={step.made_at}>
              {[
                PART_STATES[step.became],
                formatDateTime(step.made_at),
                step.made_by ?? texts.customer,
                step.note,
              ]
                .filter(Boolean)
                .join(' · ')}
            </li>
          ))}
        </ol>
      </details>
    </li>
  );
}

/** A part's details besides its state. */
function Facts({ part }: { part: RequestedPart }) {
  const today = useToday();
  const { expected_on: day } = part;
  const isLate = part.state === 'ordered' && day !== null && day < today;
  const facts = [
    part.supplier_name,
    part.state === 'ordered' &&
      day &&
      (isLate ? texts.late(formatDate(day)) : texts.expected(formatDate(day))),
    part.state === 'requested' && part.available !== null && texts.available(part.available),
    part.unit_cost !== null && formatClp(part.unit_cost),
    part.place && texts.place(part.place),
    part.from_quote && texts.fromQuote,
  ].filter(Boolean);
  return <span className={isLate ? styles.late : styles.facts}>{facts.join(' · ')}</span>;
}
