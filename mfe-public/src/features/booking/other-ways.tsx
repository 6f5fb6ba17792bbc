import { bookingTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import { CallLink, WhatsAppLink } from '#src/components/shop-phone.tsx';
import sheet from '#src/components/sheet.module.css';

/** Phone and WhatsApp, for whoever cannot book here. */
export function OtherWays() {
  return (
    <p className={sheet.actions}>
      <WhatsAppLink label={texts.whatsApp} message={texts.whatsAppMessage} variant="primary" />
      <CallLink label={texts.call} />
    </p>
  );
}
