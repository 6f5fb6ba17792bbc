import { OrderLookup } from '#src/features/order-lookup/order-lookup.tsx';
import { orderStatusTexts as texts } from '@taller/shared/orders/public-status/status-texts.ts';
import styles from './order-status.module.css';

/** The lookup again, for another number or a corrected one. */
export function OtherOrder() {
  return (
    <section className={styles.other} aria-labelledby="otra-orden">
      <h2 id="otra-orden">{texts.other}</h2>
      <OrderLookup label="number" />
    </section>
  );
}
