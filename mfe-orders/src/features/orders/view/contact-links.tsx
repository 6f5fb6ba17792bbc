import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { isDiallable, telHref, whatsAppHref } from '@taller/shared/values/phone.ts';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './order-cards.module.css';

/** Calls or writes to the customer; nothing for a phone that cannot be dialled. */
export function ContactLinks({ phone }: { phone: string }) {
  if (!isDiallable(phone)) return null;
  return (
    <span className={styles.contact}>
      <a className={buttonClass({ size: 'sm', variant: 'ghost' })} href={telHref(phone)}>
        <Phone aria-hidden="true" />
        {orderTexts.desk.call}
      </a>
      <a
        className={buttonClass({ size: 'sm', variant: 'ghost' })}
        href={whatsAppHref(phone)}
        target="_blank"
        rel="noreferrer"
        aria-label={orderTexts.desk.whatsapp}
      >
        <MessageCircle aria-hidden="true" />
        WhatsApp
      </a>
    </span>
  );
}
