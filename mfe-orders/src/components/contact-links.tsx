import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import {
  formatPhone,
  isDiallable,
  normalisePhone,
  telHref,
  whatsAppHref,
} from '@taller/shared/values/phone.ts';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { commonTexts } from '#src/components/texts.ts';
import styles from './contact-links.module.css';

/** The numbers of somebody that can be dialled, each once however it is written. */
export function diallablePhones(phones: readonly (string | null)[]): string[] {
  const byNumber = new Map<string, string>();
  for (const phone of phones) {
    if (phone && isDiallable(phone) && !byNumber.has(normalisePhone(phone)))
      byNumber.set(normalisePhone(phone), phone);
  }
  return [...byNumber.values()];
}

/** Calls or writes to somebody, at each of their numbers; nothing without one that can be dialled. */
export function ContactLinks({ phones }: { phones: readonly (string | null)[] }) {
  const numbers = diallablePhones(phones);
  if (numbers.length === 0) return null;
  return (
    <div className={styles.numbers}>
      {numbers.map((phone) => (
        <span key={phone} className={styles.contact}>
          <a
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
            href={telHref(phone)}
            aria-label={numbers.length > 1 ? commonTexts.callTo(formatPhone(phone)) : undefined}
          >
            <Phone aria-hidden="true" />
            {numbers.length > 1 ? formatPhone(phone) : commonTexts.call}
          </a>
          <a
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
            href={whatsAppHref(phone)}
            target="_blank"
            rel="noreferrer"
            aria-label={
              numbers.length > 1 ? commonTexts.whatsappTo(formatPhone(phone)) : commonTexts.whatsapp
            }
          >
            <MessageCircle aria-hidden="true" />
            WhatsApp
          </a>
        </span>
      ))}
    </div>
  );
}
