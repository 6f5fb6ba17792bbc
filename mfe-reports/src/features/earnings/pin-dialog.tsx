import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useSetReportPinMutation } from '@taller/shared/reports/set-report-pin-mutation.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import styles from './earnings-card.module.css';
import { formatCountdown } from './format-countdown.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

interface PinValues {
  current: string;
  next: string;
  repeated: string;
}

const fourDigits = {
  pattern: { value: /^\d{4}$/, message: earningsTexts.fourDigits },
  required: earningsTexts.fourDigits,
};

interface PinDialogProps {
  /** No PIN is set yet: none is required. */
  first: boolean;
  /** Milliseconds since the epoch until which this user's attempts are locked. */
  lockedUntil: number;
  onSaved: () => void;
  onClose: () => void;
}

/** Sets the first PIN, or changes it with the current one. Wrong attempts count here too. */
export function PinDialog({ first, lockedUntil, onSaved, onClose }: PinDialogProps) {
  const form = useForm<PinValues>({
    defaultValues: { current: '', next: '', repeated: '' },
  });
  const { register, formState, getValues } = form;
  const [problem, setProblem] = useState<string | null>(null);
  const left = useSecondsLeft(lockedUntil);
  const { mutateAsync } = useSetReportPinMutation();
  const save = form.handleSubmit(async ({ current, next }) => {
    setProblem(null);
    try {
      const outcome = await mutateAsync({ current, next });
      if (outcome === 'ok') {
        toast.success(earningsTexts.saved);
        onSaved();
        onClose();
      } else if (outcome === 'locked') setProblem(null);
      else setProblem(outcome === 'invalid' ? earningsTexts.fourDigits : earningsTexts.wrong);
    } catch (error) {
      console.error(error);
      setProblem(failureText(error, { otherwise: earningsTexts.saveFailed }, ['invalid']));
    }
  });
  const shown = left > 0 ? earningsTexts.locked(formatCountdown(left)) : problem;
  const { errors, isSubmitting } = formState;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={first ? earningsTexts.create : earningsTexts.change}
      size="sm"
      busy={isSubmitting}
    >
      <Form form={form} draft={null} onSubmit={save}>
        <DialogBody>
          <div className={styles.fields}>
            {shown && <Banner tone="danger">{shown}</Banner>}
            {!first && (
              <PasswordField
                label={earningsTexts.currentPin}
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                error={errors.current?.message}
                {...register('current', fourDigits)}
              />
            )}
            <PasswordField
              label={earningsTexts.newPin}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              error={errors.next?.message}
              {...register('next', fourDigits)}
            />
            <PasswordField
              label={earningsTexts.repeatPin}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              error={errors.repeated?.message}
              {...register('repeated', {
                validate: (value) => value === getValues('next') || earningsTexts.mismatch,
              })}
            />
          </div>
        </DialogBody>
        <SaveFooter label={earningsTexts.save} busy={isSubmitting} disabled={left > 0} />
      </Form>
    </Dialog>
  );
}
