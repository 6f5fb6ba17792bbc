import { useConnection } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { es } from '#src/texts/es.ts';
import styles from './connection-banner.module.css';

/** Says that the server cannot be reached, for as long as that is so (SHELL-13). */
export function ConnectionBanner() {
  const lost = useConnection() === 'lost';
  return (
    <div role="status" className={lost ? styles.place : undefined}>
      {lost && <Banner tone="warning">{es.connection}</Banner>}
    </div>
  );
}
