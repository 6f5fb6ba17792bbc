import { shop } from '@taller/shared/config/shop.ts';
import { landingTexts } from '#src/features/landing/texts.ts';
import styles from './stats-band.module.css';

/** Three numbers, on the same water as the boat above. */
export function StatsBand() {
  const stats = [
    { value: shop.stats.devices, label: landingTexts.stats.devices },
    { value: shop.stats.satisfaction, label: landingTexts.stats.satisfaction },
    { value: shop.stats.years, label: landingTexts.stats.years },
  ];
  return (
    <section className={styles.band} aria-label={landingTexts.stats.title}>
      <ul className={styles.list}>
        {stats.map(({ value, label }) => (
          <li key={label}>
            <strong className={styles.value}>{value}</strong> <span className={styles.label}>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
