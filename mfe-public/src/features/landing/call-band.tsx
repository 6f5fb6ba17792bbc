import { MessageCircle, Phone } from 'lucide-react';
import { shop } from '@taller/shared/config/shop.ts';
import { formatPhone, telHref, whatsAppHref } from '@taller/shared/values/phone.ts';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { landing } from '#src/texts/landing.ts';
import section from './section.module.css';
import styles from './call-band.module.css';

/** The call-now band (PUB-01). */
export function CallBand() {
  return (
    <section className={styles.band} aria-labelledby="llamar">
      <div className={section.inner}>
        <div className={styles.row}>
          <div>
            <h2 id="llamar" className={section.heading}>
              {landing.call.title}
            </h2>
            <p className={styles.text}>{landing.call.text}</p>
          </div>
          <p className={styles.actions}>
            <a href={telHref(shop.phone)} className={styles.call}>
              <Phone aria-hidden="true" />
              {landing.call.phone(formatPhone(shop.phone))}
            </a>
            <a
              href={whatsAppHref(shop.whatsApp, landing.call.whatsAppMessage)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ size: 'lg' })}
            >
              <MessageCircle aria-hidden="true" />
              {landing.call.whatsApp}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
