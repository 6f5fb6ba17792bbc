import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type Control } from 'react-hook-form';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useSaveCardMutation } from '@taller/shared/orders/customers/card-mutations.ts';
import {
  cardSchema,
  LONGEST_BUSINESS_TEXT,
  LONGEST_CARD_NOTES,
  type CardForm,
  type CardInput,
} from '@taller/shared/orders/customers/card-schema.ts';
import type { CustomerRecord } from '@taller/shared/orders/customers/customer-record-query.ts';
import { toast } from '@taller/shared/runtime';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { recordTexts } from '#src/features/customers/texts.ts';
import styles from './customers-section.module.css';
import { Meanwhile } from './meanwhile.tsx';

const { card: texts } = recordTexts;

export interface CardDialogProps {
  /** The id of the account or of one of the orders. */
  id: string;
  /** The version at the time of opening. */
  opened: CustomerRecord['card'];
  /** The current version. */
  card: CustomerRecord['card'];
  onClose: () => void;
}

const yesOrNo = (is: boolean | undefined) => (is ? 'Sí' : 'No');

/** Writes what no order says of a customer (CARD-02). */
export function CardDialog({ id, opened, card, onClose }: CardDialogProps) {
  const { mutate, isPending, error } = useSaveCardMutation();
  const form = useForm<CardInput, unknown, CardForm>({
    resolver: zodResolver(cardSchema),
    defaultValues: {
      isCompany: opened?.is_company ?? false,
      businessName: opened?.business_name ?? '',
      businessActivity: opened?.business_activity ?? '',
      notes: opened?.notes ?? '',
    },
  });
  const { errors } = form.formState;
  // After a refusal, which shows what somebody else has saved meanwhile, the form saves over that.
  const seen = (error ? card : opened)?.version ?? 0;
  const failure = error && failureText(error, texts.failed, ['conflict', 'invalid']);
  const save = (values: CardForm) =>
    mutate(
      { ...values, customer: id, seen },
      {
        onSuccess: () => {
          toast.success(texts.done);
          onClose();
        },
      },
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={texts.edit} size="sm" busy={isPending}>
      <Form form={form} draft={`ficha.${id}`} onSubmit={form.handleSubmit(save)}>
        <DialogBody>
          <div className={styles.fields}>
            {card && card.version !== opened?.version && !isPending ? (
              <ChangedCard control={form.control} card={card} failure={failure} />
            ) : (
              <Meanwhile fields={[]} failure={failure} />
            )}
            <Checkbox {...form.register('isCompany')} label={texts.company} />
            <TextField
              {...form.register('businessName')}
              label={texts.businessName}
              maxLength={LONGEST_BUSINESS_TEXT}
              error={errors.businessName?.message}
              autoComplete="off"
              optional
            />
            <TextField
              {...form.register('businessActivity')}
              label={texts.businessActivity}
              maxLength={LONGEST_BUSINESS_TEXT}
              error={errors.businessActivity?.message}
              autoComplete="off"
              optional
            />
            <TextArea
              {...form.register('notes')}
              label={texts.notes}
              hint={texts.notesHint}
              rows={4}
              maxLength={LONGEST_CARD_NOTES}
              error={errors.notes?.message}
              optional
            />
          </div>
        </DialogBody>
        <SaveFooter label={texts.save} busyLabel={texts.saving} busy={isPending} />
      </Form>
    </Dialog>
  );
}

interface ChangedCardProps {
  control: Control<CardInput, unknown, CardForm>;
  card: NonNullable<CustomerRecord['card']>;
  failure: string | null;
}

function ChangedCard({ control, card, failure }: ChangedCardProps) {
  const { isCompany, businessName = '', businessActivity = '', notes = '' } = useWatch({ control });
  return (
    <Meanwhile
      failure={failure}
      fields={[
        { label: texts.company, theirs: yesOrNo(card.is_company), mine: yesOrNo(isCompany) },
        { label: texts.businessName, theirs: card.business_name, mine: businessName },
        { label: texts.businessActivity, theirs: card.business_activity, mine: businessActivity },
        { label: texts.notes, theirs: card.notes, mine: notes },
      ]}
    />
  );
}
