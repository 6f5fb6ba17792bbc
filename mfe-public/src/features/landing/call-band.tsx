import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { formatPhone, telHref, whatsAppHref } from '@taller/shared/values/phone.ts';
import { readFacts } from '@taller/shared/runtime';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { landingTexts } from '#src/features/landing/texts.ts';
import section from './section.module.css';
import styles from './call-band.module.css';

/** The call-now band (PUB-01). */
export function CallBand() {
  const { shop, landing: told } = readFacts();
  if (!shop.phone && !shop.whatsApp) return null;
  return (
    <section className={styles.band} aria-labelledby="llamar">
      <div className={section.inner}>
        <div className={styles.row}>
          <div>
            <h2 id="llamar" className={section.heading}>
              {told.call.title}
            </h2>
            <p className={styles.text}>{told.call.text}</p>
          </div>
          <p className={styles.actions}>
            {shop.phone && (
              <a href={telHref(shop.phone)} className={styles.call}>
                <Phone aria-hidden="true" />
                {landingTexts.call.phone(formatPhone(shop.phone))}
              </a>
            )}
            {shop.whatsApp && (
              <a
                href={whatsAppHref(shop.whatsApp, told.call.whatsAppMessage)}
                target="_blank"
                rel="noreferrer"
                className={buttonClass({ size: 'lg' })}
              >
                <MessageCircle aria-hidden="true" />
                {landingTexts.call.whatsApp}
              </a>
            )}
          </p>
        </div>
      </div>
    </section>
  );
}
