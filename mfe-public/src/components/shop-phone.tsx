import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { formatPhone, telHref, whatsAppHref } from '@taller/shared/values/phone.ts';
import { readFacts } from '@taller/shared/runtime';
import { buttonClass, type ButtonStyle } from '@taller/shared/ui/button-class.ts';

/** A sentence that ends with the shop's phone number as a link; nothing if there is none. */
export function AskByPhone({ text, className }: { text: string; className?: string }) {
  const { phone } = readFacts().shop;
  if (!phone) return null;
  return (
    <p className={className}>
      {text} <a href={telHref(phone)}>{formatPhone(phone)}</a>.
    </p>
  );
}

interface CallLinkProps extends ButtonStyle {
  label?: (phone: string) => string;
}

/** A link, styled as a button, that calls the shop; nothing if there is no phone number. */
export function CallLink({ label = (phone) => phone, ...style }: CallLinkProps) {
  const { phone } = readFacts().shop;
  if (!phone) return null;
  return (
    <a href={telHref(phone)} className={buttonClass(style)}>
      <Phone aria-hidden="true" />
      {label(formatPhone(phone))}
    </a>
  );
}

interface WhatsAppLinkProps extends ButtonStyle {
  label: string;
  message: string;
}

/** A link, styled as a button, that writes to the shop by WhatsApp; nothing if the shop has none. */
export function WhatsAppLink({ label, message, ...style }: WhatsAppLinkProps) {
  const { whatsApp } = readFacts().shop;
  if (!whatsApp) return null;
  return (
    <a href={whatsAppHref(whatsApp, message)} target="_blank" rel="noreferrer" className={buttonClass(style)}>
      <MessageCircle aria-hidden="true" />
      {label}
    </a>
  );
}
