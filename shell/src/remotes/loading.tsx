import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { es } from '#src/texts/es.ts';
import styles from './loading.module.css';

interface LoadingProps {
  /** Within the frame of a screen: as lists look until they are read, so that one look follows the other (UI-16). */
  framed?: boolean;
}

/** Placeholder of a part that is loading. */
export function Loading({ framed }: LoadingProps) {
  if (framed) return <Skeleton label={es.remote.loading} shape="rows" count={6} />;
  return (
    <div className={styles.loading}>
      <Skeleton label={es.remote.loading} />
    </div>
  );
}
