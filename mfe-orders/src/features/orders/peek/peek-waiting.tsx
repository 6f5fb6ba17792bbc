import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './peek-place.module.css';

/** Placeholder of the order's parts while the panel's code or the order loads, inset as their texts are (UI-23). */
export function PeekWaiting() {
  return (
    <div className={styles.waiting}>
      <Skeleton label={orderTexts.loading} shape="card" count={3} />
    </div>
  );
}
