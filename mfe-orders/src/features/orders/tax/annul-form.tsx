import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import {
  correctionSchema,
  LONGEST_PAYMENT_NOTE,
  type CorrectionInput,
} from '@taller/shared/orders/ledger/payment-schema.ts';
import { documentName, type TaxDocument } from '@taller/shared/orders/tax/tax-document.ts';
import { useAnnulDocumentMutation } from '@taller/shared/orders/tax/tax-mutations.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import styles from '../actions/dialogs.module.css';
import { taxTexts as texts } from './texts.ts';

interface AnnulFormProps {
  document: TaxDocument;
  onBack: () => void;
  onDone: () => void;
}

/** Annuls a document that was written by mistake (TAX-05). */
export function AnnulForm({ document, onBack, onDone }: AnnulFormProps) {
  const form = useForm<CorrectionInput>({
    resolver: zodResolver(correctionSchema),
    defaultValues: { reason: '' },
  });
  const { mutate, isPending, error } = useAnnulDocumentMutation();
  const annul = ({ reason }: CorrectionInput) =>
    mutate(
      { documentId: document.id, reason },
      {
        onSuccess: () => {
          toast.success(texts.annulled);
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.annulFailed, failure)),
      },
    );
  return (
    <Form form={form} draft={`anular-documento.${document.id}`} onSubmit={form.handleSubmit(annul)}>
      <DialogBody>
        <div className={styles.fields}>
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
          <p className={styles.strong}>{documentName(document)}</p>
          <p>{texts.annulText}</p>
          <TextField
            {...form.register('reason')}
            label={texts.annulReason}
            maxLength={LONGEST_PAYMENT_NOTE}
            error={form.formState.errors.reason?.message}
            autoComplete="off"
            autoFocus
          />
          <Button size="sm" variant="ghost" onClick={onBack}>
            {texts.back}
          </Button>
        </div>
      </DialogBody>
      <SaveFooter label={texts.annul} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}
