import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { statusFacts } from '@taller/shared/orders/status/order-status.ts';
import { mayHaveReturns } from '@taller/shared/orders/warranty/cover-of.ts';
import {
  orderWarrantyQuery,
  type OrderWarranty,
} from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { outcomeWords } from '@taller/shared/orders/warranty/outcome-words.ts';
import { WARRANTY_OUTCOME_LABEL } from '@taller/shared/orders/warranty/warranty-outcome.ts';
import { warrantyEndWords } from '@taller/shared/orders/warranty.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { warrantyTexts as texts } from './texts.ts';
import styles from './warranty-panel.module.css';

interface WarrantyPanelProps {
  order: Order;
  role: Role;
  /** Opens the dialog that notes how the warranty ended. */
  onOutcome: () => void;
}

/** Links an order to the one whose warranty it came in under, and to its own returns (WARR-02). */
export function WarrantyPanel({ order, role, onOutcome }: WarrantyPanelProps) {
  const { data } = useQuery({ ...orderWarrantyQuery(order.id), enabled: mayHaveReturns(order) });
  const returns = data?.returns.filter(({ id }) => id !== order.id) ?? [];
  const siblings = returns.filter(({ warranty_of: of }) => of === order.warranty_of);
  const own = returns.filter((each) => !siblings.includes(each));
  if (order.warranty_of === null)
    return own.length > 0 ? (
      <Banner>
        <Returns title={texts.cameBack} returns={own} />
      </Banner>
    ) : null;
  const isOpen = statusFacts(order.status).phase !== 'closed';
  return (
    <Banner
      tone={order.warranty_repair ? 'info' : 'neutral'}
      action={
        isOpen &&
        may(role, 'orders.change') && (
          <Button size="sm" onClick={onOutcome}>
            {texts.setOutcome}
          </Button>
        )
      }
    >
      <div className={styles.facts}>
        <p>
          <strong>{order.warranty_repair ? texts.repair : texts.notCovered}</strong> <span>{texts.of}</span>{' '}
          <Link to={paths.orderView.getHref(data?.original?.id ?? formatOrderNumber(order.warranty_of))}>
            {texts.link(order.warranty_of)}
          </Link>
        </p>
        {data?.original && <Original original={data.original} />}
        {order.warranty_outcome !== null && <p>{outcomeWords(order)}</p>}
        <Returns title={texts.cameBackToo} returns={siblings} />
        <Returns title={texts.cameBack} returns={own} />
      </div>
    </Banner>
  );
}

/** The earlier work, who did it, and until when it is covered. */
function Original({ original }: { original: NonNullable<OrderWarranty['original']> }) {
  const { technical_work: work, technician_name: technician } = original;
  const until = warrantyEndWords(original);
  const facts = [
    work,
    ...(technician ? [texts.by(technician)] : []),
    ...(until ? [texts.coversUntil(until)] : []),
  ];
  return <p>{facts.join(' · ')}</p>;
}

function Returns({ title, returns }: Pick<OrderWarranty, 'returns'> & { title: string }) {
  if (returns.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul className={styles.returns}>
        {returns.map(({ id, order_number: number, created_at: at, warranty_outcome: outcome }) => (
          <li key={id}>
            <Link to={paths.orderView.getHref(id)}>{texts.link(number)}</Link>{' '}
            <span>{texts.whenAndHow(formatDate(at), outcome && WARRANTY_OUTCOME_LABEL[outcome])}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
