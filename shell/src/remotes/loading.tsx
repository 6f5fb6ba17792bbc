import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { es } from '#src/texts/es.ts';
import styles from './loading.module.css';

/** Placeholder of a part that is loading. */
export function Loading() {
  return (
    <div className={styles.loading}>
      <Skeleton label={es.remote.loading} />
    </div>
  );
}
