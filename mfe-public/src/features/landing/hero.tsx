import { shop } from '@taller/shared/config/shop.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link } from '@taller/shared/runtime';
import { OrderLookup } from '#src/features/order-lookup/order-lookup.tsx';
import { OpenNow } from '#src/features/landing/open-now.tsx';
import { landingTexts } from '#src/features/landing/texts.ts';
import { HarbourScene } from './harbour-scene.tsx';
import styles from './hero.module.css';

/** Hero: what the shop does, whether it is open, and the order lookup. */
export function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="portada">
      <HarbourScene className={styles.scene} />
      <div className={styles.content}>
        <OpenNow />
        <h1 id="portada" className={styles.title}>
          {shop.tagline}
        </h1>
        <p className={styles.lead}>{landingTexts.hero.lead(shop.address.city)}</p>
        <div className={styles.card}>
          <OrderLookup label="question" />
          <p className={styles.account}>
            {landingTexts.hero.account} <Link to={paths.auth.getHref()}>{landingTexts.hero.accountLink}</Link>
          </p>
        </div>
      </div>
    </section>
  );
}
