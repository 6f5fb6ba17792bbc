import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { addressLine, directionsHref } from '@taller/shared/config/directions.ts';
import { scheduleLines, tellsHours, comingExceptions } from '@taller/shared/config/opening-hours.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { readFacts } from '@taller/shared/runtime';
import { landingTexts } from '#src/features/landing/texts.ts';
import { OpenNow } from './open-now.tsx';
import section from './section.module.css';
import { ShopFront } from './shop-front.tsx';
import styles from './contact.module.css';
import { useSyncExternalStore } from 'react';

/** The day changes seldom, and opening the page again asks anew. */
const subscribe = () => () => {};

const coming = () => comingExceptions(readFacts().hours).join('\n');

/**
 * Holidays and special days of the next two weeks, below the week. Prerendered HTML, which does not know the current
 * day, has none.
 */
function ComingDays() {
  const lines = useSyncExternalStore(subscribe, coming, () => '');
  if (!lines) return null;
  return (
    <ul className={styles.coming}>
      {lines.split('\n').map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The address, with the way there; nothing if it is not given. */
function Place() {
  const { address, mapUrl } = readFacts().shop;
  const place = addressLine(address);
  if (!place) return null;
  const directions = directionsHref(address);
  return (
    <li>
      <MapPin aria-hidden="true" />
      <div>
        <h3>{landingTexts.contact.address}</h3>
        <p>{place}</p>
        <p className={styles.ways}>
          {directions && (
            <a href={directions} target="_blank" rel="noreferrer">
              {landingTexts.contact.directions}
            </a>
          )}
          {mapUrl && (
            <a href={mapUrl} target="_blank" rel="noreferrer">
              {landingTexts.contact.map}
            </a>
          )}
        </p>
      </div>
    </li>
  );
}

/** Address, opening hours and contact details. */
export function Contact() {
  const { shop, hours } = readFacts();
  return (
    <section className={section.section} aria-labelledby="contacto">
      <div className={section.inner}>
        <div className={styles.columns}>
          <div>
            <h2 id="contacto" className={section.heading}>
              {landingTexts.contact.title}
            </h2>
            <ul className={styles.list}>
              <Place />
              {shop.phone && (
                <li>
                  <Phone aria-hidden="true" />
                  <div>
                    <h3>{landingTexts.contact.phone}</h3>
                    <a href={telHref(shop.phone)}>{formatPhone(shop.phone)}</a>
                  </div>
                </li>
              )}
              {shop.email && (
                <li>
                  <Mail aria-hidden="true" />
                  <div>
                    <h3>{landingTexts.contact.mail}</h3>
                    <a href={`mailto:${shop.email}`}>{shop.email}</a>
                  </div>
                </li>
              )}
            </ul>
          </div>
          <div className={styles.card}>
            <ShopFront />
            <div className={styles.hours}>
              {tellsHours(hours) && (
                <>
                  <h3>{landingTexts.contact.hours}</h3>
                  <OpenNow />
                  <dl className={styles.schedule}>
                    {scheduleLines(hours).map((line) => (
                      <div key={line.days}>
                        <dt>{line.days}</dt>
                        <dd>{line.hours}</dd>
                      </div>
                    ))}
                  </dl>
                  <ComingDays />
                </>
              )}
              {hours.booking.enabled && (
                <p>
                  <LinkButton to={paths.booking.getHref()}>{landingTexts.contact.book}</LinkButton>
                </p>
              )}
              {shop.paymentMethods.length > 0 && (
                <p className={styles.payments}>
                  <strong>{landingTexts.contact.payments}:</strong> {shop.paymentMethods.join(', ')}
                </p>
              )}
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
