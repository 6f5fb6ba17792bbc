import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';
import Search from 'lucide-react/icons/search';
import { paths } from '@taller/shared/contract/paths.ts';
import { LOOKUP_FIELD, PLAIN } from '@taller/shared/contract/plain-pages.ts';
import { useNavigate, useSearchParams } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { lookupTexts } from '@taller/shared/orders/public-status/lookup-texts.ts';
import { AskByPhone } from '#src/components/shop-phone.tsx';
import { plainTexts } from '@taller/shared/contract/plain-texts.ts';
import styles from './order-lookup.module.css';

interface OrderLookupProps {
  label: keyof typeof lookupTexts.labels;
  /** A number that no order has: it stays in the field, selected, to be corrected (PUB-21). */
  wrong?: string;
}

/**
 * Order number lookup (PUB-01): trimmed, empty does nothing. Submitted before hydration, the browser reloads the page
 * with the number in the URL, which is then handled. Without JavaScript the server redirects to a page that needs none
 * (PUB-12).
 */
export function OrderLookup({ label, wrong = '' }: OrderLookupProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [text, setText] = useState(wrong);
  const form = useRef<HTMLFormElement>(null);
  const early = search.get(LOOKUP_FIELD);

  const consult = (number: string, replace: boolean) => {
    const trimmed = number.trim();
    if (trimmed) void navigate(paths.publicOrder.getHref(trimmed), { replace });
    else if (early !== null) void navigate(paths.home.getHref(), { replace: true });
  };
  const followEarly = useEffectEvent((number: string) => consult(number, true));
  useEffect(() => {
    if (early !== null) followEarly(early);
  }, [early]);

  useEffect(() => {
    if (wrong) form.current?.querySelector('input')?.select();
  }, [wrong]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    consult(text, false);
  };

  return (
    // oxlint-disable-next-line react/forbid-elements -- a search.
    <form ref={form} className={styles.lookup} action={paths.home.getHref()} onSubmit={submit} role="search">
      <TextField
        name={LOOKUP_FIELD}
        label={lookupTexts.labels[label]}
        placeholder={lookupTexts.placeholder}
        inputMode="numeric"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={20}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={styles.field}
      />
      <Button type="submit" variant="primary" icon={<Search aria-hidden="true" />}>
        {lookupTexts.submit}
      </Button>
      {/* Without JavaScript the server handles the form; a static host cannot, hence the phone number. */}
      <noscript>
        <input type="hidden" name={PLAIN} value="1" />
        <AskByPhone text={plainTexts.lookup} />
      </noscript>
    </form>
  );
}
