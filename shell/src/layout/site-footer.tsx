import Clock from 'lucide-react/icons/clock';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { paths } from '@taller/shared/contract/paths.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { scheduleLines, tellsHours } from '@taller/shared/config/opening-hours.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { Link, readFacts } from '@taller/shared/runtime';
import { es } from '#src/texts/es.ts';
import styles from './site-footer.module.css';

const YEAR = new Date().getFullYear();

/** The site's footer (SHELL-03); missing details are omitted. */
export function SiteFooter() {
  const { shop, hours } = readFacts();
  const place = [shop.address.street, shop.address.city].filter(Boolean).join(', ');
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        {(shop.phone || shop.email || place) && (
          <section aria-labelledby="pie-contacto">
            <h2 id="pie-contacto" className={styles.title}>
              {es.footer.contact}
            </h2>
            <ul className={styles.list}>
              {shop.phone && (
                <li>
                  <Phone aria-hidden="true" size={18} />
                  <a href={telHref(shop.phone)}>{formatPhone(shop.phone)}</a>
                </li>
              )}
              {shop.email && (
                <li>
                  <Mail aria-hidden="true" size={18} />
                  <a href={`mailto:${shop.email}`}>{shop.email}</a>
                </li>
              )}
              {place && (
                <li>
                  <MapPin aria-hidden="true" size={18} />
                  {shop.mapUrl ? (
                    <a href={shop.mapUrl} target="_blank" rel="noreferrer">
                      {place}
                    </a>
                  ) : (
                    place
                  )}
                </li>
              )}
            </ul>
          </section>
        )}
        {tellsHours(hours) && (
          <section aria-labelledby="pie-horario">
            <h2 id="pie-horario" className={styles.title}>
              <Clock aria-hidden="true" size={18} /> {es.footer.schedule}
            </h2>
            <dl className={styles.schedule}>
              {scheduleLines(hours).map((line) => (
                <div key={line.days}>
                  <dt>{line.days}</dt>
                  <dd>{line.hours}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {shop.socialLinks.length > 0 && (
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
        )}
        {shop.paymentMethods.length > 0 && (
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
        )}
      </div>
      <p className={styles.rights}>
        © {YEAR} {shop.fullName}. {es.footer.rights}{' '}
        <Link to={paths.privacy.getHref()}>{SCREENS.privacy.title}</Link>
      </p>
    </footer>
  );
}
