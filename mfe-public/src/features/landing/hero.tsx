import { tellsHours } from '@taller/shared/config/opening-hours.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link, readFacts } from '@taller/shared/runtime';
import { OrderLookup } from '#src/features/order-lookup/order-lookup.tsx';
import { OpenNow } from '#src/features/landing/open-now.tsx';
import { landingTexts } from '#src/features/landing/texts.ts';
import { HarbourScene } from './harbour-scene.tsx';
import styles from './hero.module.css';

/** Hero: what the shop does, whether it is open, and the order lookup. */
export function Hero() {
  const { shop, hours, landing: told } = readFacts();
  return (
    <section className={styles.hero} aria-labelledby="portada">
      <HarbourScene className={styles.scene} />
      <div className={styles.content}>
        {tellsHours(hours) && <OpenNow />}
        <h1 id="portada" className={styles.title}>
          {shop.tagline}
        </h1>
        <p className={styles.lead}>{told.lead}</p>
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
