import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './order-desk.module.css';

/** Placeholder of the list while it loads, as high as the list. */
export function DeskLoading() {
  return (
    <div className={styles.loading}>
      <Skeleton label={orderTexts.loading} shape="rows" count={6} />
    </div>
  );
}
