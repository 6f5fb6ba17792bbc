import { useState, type FormEvent } from 'react';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { readFactorCode } from '@taller/shared/values/factor-code.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { factorTexts } from '#src/features/security/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './security.module.css';

export interface FactorCodeFormProps {
  submitLabel: string;
  danger?: boolean;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** The six-digit code of the authenticator app. */
export function FactorCodeForm({ submitLabel, danger = false, onCode, onCancel }: FactorCodeFormProps) {
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    const digits = readFactorCode(code);
    setWrong(digits === null);
    if (digits === null) return;
    setBusy(true);
    setProblem(null);
    try {
      await onCode(digits);
    } catch (error) {
      console.error('The code was not accepted', error);
      setProblem(failureText(error, factorTexts.codeRefused));
      // A wrong code is cleared. A code without a response may still be right and is kept.
      if (dataErrorCode(error) !== 'offline') setCode('');
    }
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    // oxlint-disable-next-line react/forbid-elements -- a code of six digits.
    <form className={styles.codeForm} onSubmit={onSubmit} noValidate>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <TextField
        label={factorTexts.code}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={isWrong ? factorTexts.codeIncomplete : undefined}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          loading={busy}
          loadingText={factorTexts.verifying}
        >
          {submitLabel}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {commonTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
