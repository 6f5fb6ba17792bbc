import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { reportKeys } from '@taller/shared/data/reports/keys.ts';
import { setReportPin } from '@taller/shared/data/reports/earnings.ts';
import { useQueryClient } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { es } from '#src/texts/es.ts';
import styles from './earnings-card.module.css';

interface PinValues {
  current: string;
  next: string;
  repeated: string;
}

const fourDigits = {
  pattern: { value: /^\d{4}$/, message: es.earnings.fourDigits },
  required: es.earnings.fourDigits,
};

/** Sets the first PIN, or changes it against the present one. */
export function PinDialog({ first, onClose }: { first: boolean; onClose: () => void }) {
  const { register, handleSubmit, formState, getValues } = useForm<PinValues>({
    defaultValues: { current: '', next: '', repeated: '' },
  });
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  const save = handleSubmit(async ({ current, next }) => {
    setProblem(null);
    try {
      const outcome = await setReportPin(current, next);
      await client.invalidateQueries({ queryKey: reportKeys.pinStatus() });
      if (outcome === 'ok') {
        toast.success(es.earnings.saved);
        onClose();
      } else setProblem(outcome === 'invalid' ? es.earnings.fourDigits : es.earnings.wrong);
    } catch (error) {
      console.error(error);
      setProblem(es.earnings.failed);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={first ? es.earnings.create : es.earnings.change}
      size="sm"
      busy={isSubmitting}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <DialogBody>
          <div className={styles.fields}>
            {problem && <Banner tone="danger">{problem}</Banner>}
            {!first && (
              <PasswordField
                label={es.earnings.currentPin}
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                error={errors.current?.message}
                {...register('current', fourDigits)}
              />
            )}
            <PasswordField
              label={es.earnings.newPin}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              error={errors.next?.message}
              {...register('next', fourDigits)}
            />
            <PasswordField
              label={es.earnings.repeatPin}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              error={errors.repeated?.message}
              {...register('repeated', {
                validate: (value) => value === getValues('next') || es.earnings.mismatch,
              })}
            />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{es.earnings.cancel}</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {es.earnings.save}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
