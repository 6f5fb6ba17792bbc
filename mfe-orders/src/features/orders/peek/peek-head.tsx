import Maximize2 from 'lucide-react/icons/maximize';
import X from 'lucide-react/icons/x';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { Link } from '@taller/shared/runtime';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './peek-head.module.css';
import { peekTexts as texts } from './texts.ts';

interface PeekHeadProps {
  /** Absent until it is loaded. */
  order?: Order;
  onClose: () => void;
}

/** The head of the order beside the list: its number, which opens it, and what closes it. */
export function PeekHead({ order, onClose }: PeekHeadProps) {
  return (
    <header className={styles.head}>
      {order && (
        <Link to={paths.orderView.getHref(order.id)} className={styles.number} title={texts.open} data-target>
          {orderTexts.order(formatOrderNumber(order.order_number))}
          <Maximize2 role="img" aria-label={texts.open} />
        </Link>
      )}
      <IconButton
        size="sm"
        className={styles.close}
        label={texts.close}
        icon={<X aria-hidden="true" />}
        onClick={onClose}
      />
    </header>
  );
}
