import type { ReactNode } from 'react';
import type { OrderPage } from '@taller/shared/orders/order-list-queries.ts';
import type { OrderListFilter } from '@taller/shared/orders/order-filter.ts';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { ExportOrdersButton } from '../export/export-orders-button.tsx';
import styles from './order-desk.module.css';
import { peekTexts } from '../peek/texts.ts';
import type { useDensity } from './use-density.ts';

const texts = orderTexts.desk;

interface DeskFootProps {
  filter: OrderListFilter;
  /** Undefined until it was read. */
  page: OrderPage | undefined;
  density: ReturnType<typeof useDensity>;
  /** Whether who works here takes in devices. */
  createsOrders: boolean;
  /** Whether an order can be looked at beside the list. */
  peekOffered: boolean;
  /** The pages of the list; null without rows. */
  children: ReactNode;
}

/** The foot of the list: its pages, the keys, the height of its rows, and the export. */
export function DeskFoot({ filter, page, density, createsOrders, peekOffered, children }: DeskFootProps) {
  // Reserves the space, so that nothing moves when the pages arrive.
  if (page === undefined) return <div className={styles.foot} />;
  return (
    <div className={styles.foot}>
      {children}
      <p className={styles.shortcuts}>
        {peekOffered
          ? `${texts.shortcuts(createsOrders)} · ${peekTexts.shortcuts}`
          : texts.shortcuts(createsOrders)}
      </p>
      {density.offered && (
        <Checkbox
          label={texts.compact}
          checked={density.compact}
          onChange={(event) => density.choose(event.target.checked)}
        />
      )}
      {page.orders.length > 0 && <ExportOrdersButton filter={filter} />}
    </div>
  );
}
