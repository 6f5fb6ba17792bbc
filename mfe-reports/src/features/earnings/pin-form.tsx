import { useState, type FormEvent } from 'react';
import Eye from 'lucide-react/icons/eye';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import styles from './earnings-card.module.css';

interface PinFormProps {
  error: string | null;
  locked: boolean;
  busy: boolean;
  onSubmit: (pin: string) => void;
}

/** The masked PIN. It is stored only in this form's state. */
export function PinForm({ error, locked, busy, onSubmit }: PinFormProps) {
  const [pin, setPin] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin !== '' && !locked) onSubmit(pin);
  };
  return (
    // oxlint-disable-next-line react/forbid-elements -- a PIN.
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={earningsTexts.pinLabel}
        hideLabel
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        placeholder={earningsTexts.pinPlaceholder}
        value={pin}
        error={error ?? undefined}
        onChange={(event) => setPin(event.target.value.replaceAll(/\D/g, ''))}
      />
      <Button type="submit" icon={<Eye aria-hidden="true" />} loading={busy} disabled={locked}>
        {earningsTexts.show}
      </Button>
    </form>
  );
}
