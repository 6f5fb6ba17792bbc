import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import { shop } from '@taller/shared/config/shop.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { scheduleLines } from '@taller/shared/config/opening-hours.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { Link } from '@taller/shared/runtime';
import { es } from '#src/texts/es.ts';
import styles from './site-footer.module.css';

const YEAR = new Date().getFullYear();

/** The site's footer (SHELL-03); all of its details come from the configuration. */
export function SiteFooter() {
  const { street, city } = shop.address;
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <section aria-labelledby="pie-contacto">
          <h2 id="pie-contacto" className={styles.title}>
            {es.footer.contact}
          </h2>
          <ul className={styles.list}>
            <li>
              <Phone aria-hidden="true" size={18} />
              <a href={telHref(shop.phone)}>{formatPhone(shop.phone)}</a>
            </li>
            <li>
              <Mail aria-hidden="true" size={18} />
              <a href={`mailto:${shop.email}`}>{shop.email}</a>
            </li>
            <li>
              <MapPin aria-hidden="true" size={18} />
              <a href={shop.mapUrl} target="_blank" rel="noreferrer">
                {street}, {city}
              </a>
            </li>
          </ul>
        </section>
        <section aria-labelledby="pie-horario">
          <h2 id="pie-horario" className={styles.title}>
            <Clock aria-hidden="true" size={18} /> {es.footer.schedule}
          </h2>
          <dl className={styles.schedule}>
            {scheduleLines(shop.hours).map(({ days, hours }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{hours}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="pie-redes">
          <h2 id="pie-redes" className={styles.title}>
            {es.footer.social}
          </h2>
          <ul className={styles.list}>
            {shop.socialLinks.map(({ name, href }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="pie-pagos">
          <h2 id="pie-pagos" className={styles.title}>
            {es.footer.payments}
          </h2>
          <ul className={styles.list}>
            {shop.paymentMethods.map((method) => (
              <li key={method}>{method}</li>
            ))}
          </ul>
        </section>
      </div>
      <p className={styles.rights}>
        © {YEAR} {shop.fullName}. {es.footer.rights}{' '}
        <Link to={paths.privacy.getHref()}>{SCREENS.privacy.title}</Link>
      </p>
    </footer>
  );
}
