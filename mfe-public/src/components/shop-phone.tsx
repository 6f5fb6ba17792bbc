import { Phone } from 'lucide-react';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { readFacts } from '@taller/shared/runtime';
import { buttonClass } from '@taller/shared/ui/button-class.ts';

/** The sentence that ends with the shop's number, to call; nothing while the shop has told none. */
export function AskByPhone({ text, className }: { text: string; className?: string }) {
  const { phone } = readFacts().shop;
  if (!phone) return null;
  return (
    <p className={className}>
      {text} <a href={telHref(phone)}>{formatPhone(phone)}</a>.
    </p>
  );
}

/** A link like a button that calls the shop; nothing while it has told no number. */
export function CallLink({ label = (phone) => phone }: { label?: (phone: string) => string }) {
  const { phone } = readFacts().shop;
  if (!phone) return null;
  return (
    <a href={telHref(phone)} className={buttonClass()}>
      <Phone aria-hidden="true" />
      {label(formatPhone(phone))}
    </a>
  );
}
