import type { ReactNode } from 'react';
import Clock from 'lucide-react/icons/clock';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { paths } from '@taller/shared/contract/paths.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { scheduleLines, tellsHours } from '@taller/shared/config/opening-hours.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { Link, readFacts } from '@taller/shared/runtime';
import { ShopLogo } from '@taller/shared/ui/shop-logo.tsx';
import { es } from '#src/texts/es.ts';
import styles from './site-footer.module.css';

const YEAR = new Date().getFullYear();

function Section({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ContactProps {
  shop: ShopFacts['shop'];
  place: string;
  /** Whether times can be booked on the site. */
  books: boolean;
}

function Contact({ shop, place, books }: ContactProps) {
  return (
    <Section id="pie-contacto" title={es.footer.contact}>
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
              <span>{place}</span>
            )}
          </li>
        )}
        {books && (
          <li>
            <Clock aria-hidden="true" size={18} />
            <Link to={paths.booking.getHref()}>{SCREENS.booking.title}</Link>
          </li>
        )}
      </ul>
    </Section>
  );
}

/** The site's footer (SHELL-03); missing details are omitted. */
export function SiteFooter() {
  const { shop, hours, look } = readFacts();
  const place = [shop.address.street, shop.address.city].filter(Boolean).join(', ');
  const books = hours.booking.enabled;
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        {(shop.phone || shop.email || place || books) && <Contact {...{ shop, place, books }} />}
        {tellsHours(hours) && (
          <Section
            id="pie-horario"
            title={
              <>
                <Clock aria-hidden="true" size={18} /> <span>{es.footer.schedule}</span>
              </>
            }
          >
            <dl className={styles.schedule}>
              {scheduleLines(hours).map((line) => (
                <div key={line.days}>
                  <dt>{line.days}</dt>
                  <dd>{line.hours}</dd>
                </div>
              ))}
            </dl>
          </Section>
        )}
        {shop.socialLinks.length > 0 && (
          <Section id="pie-redes" title={es.footer.social}>
            <ul className={styles.list}>
              {shop.socialLinks.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} target="_blank" rel="noreferrer">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        )}
        {shop.paymentMethods.length > 0 && (
          <Section id="pie-pagos" title={es.footer.payments}>
            <ul className={styles.list}>
              {shop.paymentMethods.map((method) => (
                <li key={method}>{method}</li>
              ))}
            </ul>
          </Section>
        )}
      </div>
      {look.logo && (
        <div className={styles.logo}>
          <ShopLogo size={40} onBand />
        </div>
      )}
      <p className={styles.rights}>
        © {YEAR} {shop.fullName}. {es.footer.rights}{' '}
        <Link to={paths.privacy.getHref()}>{SCREENS.privacy.title}</Link>
      </p>
    </footer>
  );
}
