import { MessageCircle, Phone } from 'lucide-react';
import { shop } from '@taller/shared/config/shop.ts';
import { formatPhone, telHref, whatsAppHref } from '@taller/shared/values/phone.ts';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { landingTexts } from '#src/features/landing/texts.ts';
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
              {landingTexts.call.title}
            </h2>
            <p className={styles.text}>{landingTexts.call.text}</p>
          </div>
          <p className={styles.actions}>
            <a href={telHref(shop.phone)} className={styles.call}>
              <Phone aria-hidden="true" />
              {landingTexts.call.phone(formatPhone(shop.phone))}
            </a>
            <a
              href={whatsAppHref(shop.whatsApp, landingTexts.call.whatsAppMessage)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ size: 'lg' })}
            >
              <MessageCircle aria-hidden="true" />
              {landingTexts.call.whatsApp}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
