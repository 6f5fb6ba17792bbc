import { useState, type FormEvent } from 'react';
import { verifySecondFactor } from '@taller/shared/runtime';
import { readFactorCode } from '@taller/shared/values/factor-code.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { authTexts } from '#src/texts/auth.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import { SubmitButton } from './submit-button.tsx';
import { UNANSWERED } from './unanswered.ts';
import { useAuthCall } from './use-auth-call.ts';
import styles from './auth-layout.module.css';

/** The code of the second factor (SEC-40). */
export function CodeForm({ onGiveUp }: { onGiveUp: () => Promise<void> }) {
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const { failure, run } = useAuthCall();
  const submit = async () => {
    const digits = readFactorCode(code);
    setWrong(digits === null);
    if (digits === null) return;
    setBusy(true);
    await run(async () => {
      const outcome = await verifySecondFactor(digits);
      // A wrong code is cleared; a right one navigates away. A code without a response may be right and is kept.
      if (!outcome.ok && !UNANSWERED.has(outcome.code)) setCode('');
      return outcome;
    });
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    // oxlint-disable-next-line react/forbid-elements -- a code of six digits.
    <form className={styles.fields} onSubmit={onSubmit} noValidate>
      <AuthFailureBox failure={failure} />
      <TextField
        label={authTexts.code}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={isWrong ? authTexts.codeWrong : undefined}
        autoFocus
      />
      <SubmitButton label={authTexts.verify} busyLabel={authTexts.verifying} busy={busy} />
      <Button variant="ghost" disabled={busy} onClick={() => void onGiveUp()}>
        {authTexts.backToPassword}
      </Button>
      <p className={styles.hint}>{authTexts.codeLost}</p>
    </form>
  );
}
