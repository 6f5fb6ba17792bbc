import { useConnection } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { es } from '#src/texts/es.ts';
import styles from './connection-banner.module.css';

/** Shown while the server or the network is unreachable (SHELL-13). */
export function ConnectionBanner() {
  const connection = useConnection();
  const text = connection === 'lost' || connection === 'offline' ? es.connection[connection] : null;
  return (
    <div role="status" className={text ? styles.place : undefined}>
      {text && <Banner tone="warning">{text}</Banner>}
    </div>
  );
}
