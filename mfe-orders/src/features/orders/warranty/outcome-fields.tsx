import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import type { WarrantyOutcomeForm } from '@taller/shared/orders/order-schemas.ts';
import {
  WARRANTY_OUTCOME_LABEL,
  WARRANTY_OUTCOMES,
} from '@taller/shared/orders/warranty/warranty-outcome.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { RadioList } from '@taller/shared/ui/radio-list.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { outcomeTexts as texts } from './texts.ts';
import styles from '../actions/dialogs.module.css';

const OPTIONS = WARRANTY_OUTCOMES.map((value) => ({
  value,
  label: WARRANTY_OUTCOME_LABEL[value],
  detail: texts.details[value],
}));

/** The columns of an order that say it: only what is not covered has a reason. */
export const toOutcomeColumns = ({ outcome, outcomeReason }: WarrantyOutcomeForm) => ({
  warranty_outcome: outcome,
  warranty_reason: outcome === 'not_covered' ? outcomeReason : null,
});

interface OutcomeFieldsProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  outcome: FieldPath<V>;
  reason: FieldPath<V>;
}

/** The outcome of a return’s warranty and, if not covered, why, with the usual reasons one press away (WARR-06). */
export function OutcomeFields<V extends FieldValues, T>({
  control,
  outcome: outcomeName,
  reason: reasonName,
}: OutcomeFieldsProps<V, T>) {
  const outcome = useController({ control, name: outcomeName });
  const reason = useController({ control, name: reasonName });
  return (
    <>
      <RadioList
        label={orderTexts.warrantyOutcome}
        options={OPTIONS}
        value={String(outcome.field.value)}
        onChange={outcome.field.onChange}
        error={outcome.fieldState.error?.message}
      />
      {outcome.field.value === 'not_covered' && (
        <>
          <TextField
            {...reason.field}
            label={texts.reason}
            hint={texts.reasonHint}
            error={reason.fieldState.error?.message}
            autoComplete="off"
          />
          <div className={styles.quick}>
            {texts.reasons.map((each) => (
              <Button key={each} size="sm" onClick={() => reason.field.onChange(each)}>
                {each}
              </Button>
            ))}
          </div>
        </>
      )}
    </>
  );
}
