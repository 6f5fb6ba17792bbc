import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import {
  DIFFERENCE_REASONS,
  type DifferenceReason,
} from '@taller/shared/stock/stocktakes/difference-reasons.ts';
import { differenceReasonSchema } from '@taller/shared/stock/stock-schemas.ts';
import { useExplainDifferencesMutation } from '@taller/shared/stock/stocktakes/stocktake-mutations.ts';
import type { Difference } from '@taller/shared/stock/stocktakes/stocktake-queries.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { RadioList } from '@taller/shared/ui/radio-list.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { failureText } from '#src/components/failure-text.ts';
import styles from './stocktake.module.css';
import { differenceTexts as texts } from './texts.ts';

interface ExplainDialogProps {
  stocktakeId: string;
  differences: readonly Difference[];
  onClose: () => void;
}

/** Gives one difference or several their reason. */
export function ExplainDialog({ stocktakeId, differences, onClose }: ExplainDialogProps) {
  const [first] = differences;
  const isOne = differences.length === 1;
  const explain = useExplainDifferencesMutation(stocktakeId);
  const form = useForm<{ reason: DifferenceReason; note: string }>({
    defaultValues: {
      reason: ((isOne && first?.reason) || undefined) as DifferenceReason | undefined,
      note: isOne ? (first?.note ?? '') : '',
    },
    resolver: zodResolver(differenceReasonSchema),
  });
  const { register, formState, setValue, control } = form;
  const reason = useWatch({ control, name: 'reason' });
  const save = form.handleSubmit(async (values) => {
    try {
      await explain.mutateAsync({
        ...values,
        differences: Object.fromEntries(differences.map((row) => [row.item_id, row.difference])),
      });
      onClose();
    } catch (error) {
      console.error(error);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.explainTitle(differences.length)}
      description={isOne && first ? `${first.brand} ${first.model}` : undefined}
      size="sm"
      busy={explain.isPending}
    >
      <Form
        form={form}
        draft={`conteo.motivo.${isOne ? first?.item_id : stocktakeId}`}
        enterGoesOn
        onSubmit={save}
      >
        <DialogBody>
          <div className={styles.stack}>
            {explain.isError && <Banner tone="danger">{failureText(explain.error, texts.failed)}</Banner>}
            <RadioList
              label={texts.reason}
              options={Object.entries(DIFFERENCE_REASONS).map(([value, label]) => ({ value, label }))}
              value={reason ?? ''}
              error={formState.errors.reason?.message}
              onChange={(value) =>
                setValue('reason', value as DifferenceReason, {
                  shouldDirty: true,
                  shouldValidate: formState.isSubmitted,
                })
              }
            />
            <TextField label={texts.note} error={formState.errors.note?.message} {...register('note')} />
          </div>
        </DialogBody>
        <SaveFooter label={texts.save} busyLabel={texts.saving} busy={explain.isPending} />
      </Form>
    </Dialog>
  );
}
