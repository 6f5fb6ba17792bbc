import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react';
import { Search } from 'lucide-react';
import { paths } from '@taller/shared/contract/paths.ts';
import { useNavigate, useSearchParams } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { lookupTexts } from '@taller/shared/texts/lookup.ts';
import styles from './order-lookup.module.css';

/** The form's field; also the name in the address when the form was sent before the script had started. */
const FIELD = 'orden';

/**
 * Order number to status page (PUB-01): trimmed, empty does nothing. Sent before the script runs, on a slow
 * phone, the browser itself reloads the page with the number in the address, which is then followed.
 */
export function OrderLookup({ label }: { label: keyof typeof lookupTexts.labels }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [text, setText] = useState('');
  const early = search.get(FIELD);

  const consult = (number: string, replace: boolean) => {
    const trimmed = number.trim();
    if (trimmed) void navigate(paths.publicOrder.getHref(trimmed), { replace });
    else if (early !== null) void navigate(paths.home.getHref(), { replace: true });
  };
  const followEarly = useEffectEvent((number: string) => consult(number, true));
  useEffect(() => {
    if (early !== null) followEarly(early);
  }, [early]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    consult(text, false);
  };

  return (
    <form className={styles.lookup} action={paths.home.getHref()} onSubmit={submit} role="search">
      <TextField
        name={FIELD}
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
      <Button type="submit" variant="accent" icon={<Search aria-hidden="true" />}>
        {lookupTexts.submit}
      </Button>
    </form>
  );
}
