import { readFacts } from '@taller/shared/runtime';
import styles from './stats-band.module.css';

/** The shop's statistics, on the same background as the illustration above. */
export function StatsBand() {
  const { shop, landing } = readFacts();
  const figures = (['devices', 'satisfaction', 'years'] as const).filter((name) => shop.stats[name]);
  if (figures.length === 0) return null;
  return (
    <section className={styles.band} aria-label={landing.stats.title}>
      <ul className={styles.list}>
        {figures.map((name) => (
          <li key={name}>
            <strong className={styles.value}>{shop.stats[name]}</strong>{' '}
            <span className={styles.label}>{landing.stats[name]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
