import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { orderDocumentsQuery, type PaymentDocuments } from '@taller/shared/orders/tax/documents-query.ts';
import { documentName, type TaxDocument } from '@taller/shared/orders/tax/tax-document.ts';
import { useAddDocumentMutation, useRetryDocumentMutation } from '@taller/shared/orders/tax/tax-mutations.ts';
import {
  addedDocumentSchema,
  EMPTY_DOCUMENT,
  isIssued,
  toDocument,
  type AddedDocument,
} from '@taller/shared/orders/tax/tax-schema.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { AnnulForm } from './annul-form.tsx';
import { DocumentFields, PAYMENT_DOCUMENTS } from './document-fields.tsx';
import { documentFacts } from './document-facts.ts';
import { taxTexts as texts } from './texts.ts';

/** The documents of a payment: adds what is missing, and annuls what was typed wrong (TAX-08). */
export function DocumentForm({ order, paymentId = '', onDone }: TaskFormProps<Order>) {
  const { data = [] } = useQuery(orderDocumentsQuery(order.id));
  const [annulled, setAnnulled] = useState<TaxDocument | null>(null);
  const payment = data.find((one) => one.payment_id === paymentId);
  if (!payment) return null;
  if (annulled) return <AnnulForm document={annulled} onBack={() => setAnnulled(null)} onDone={onDone} />;
  return (
    <AddForm payment={payment} all={data} onDone={onDone}>
      {payment.documents.length > 0 && (
        <>
          <ul className={styles.fields}>
            {payment.documents.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                isIncomplete={payment.missing !== 0}
                onAnnul={() => setAnnulled(document)}
              />
            ))}
          </ul>
          {payment.missing === 0 && <p>{texts.complete}</p>}
        </>
      )}
    </AddForm>
  );
}

interface DocumentRowProps {
  document: TaxDocument;
  /** Its payment takes a rejected document again. */
  isIncomplete: boolean;
  onAnnul: () => void;
}

/** A document and what can be done with it: a slip is annulled, the provider is asked again (TAX-12). */
function DocumentRow({ document, isIncomplete, onAnnul }: DocumentRowProps) {
  const { mutate, isPending, error } = useRetryDocumentMutation();
  const { state } = document;
  const name = documentName(document);
  const retry = () =>
    mutate(document.id, {
      onSuccess: () => toast.success(texts.asked),
      onError: (failure) => toast.error(withRequestCode(texts.retryFailed, failure)),
    });
  return (
    <li className={styles.summary}>
      <span>{documentFacts(document)}</span>
      {state === 'recorded' && (
        <Button size="sm" variant="ghost" onClick={onAnnul}>
          {texts.annulOf(name)}
        </Button>
      )}
      {((state === 'rejected' && isIncomplete) || (state === 'queued' && document.answer)) && (
        <Button size="sm" loading={isPending} aria-label={texts.retryOf(name)} onClick={retry}>
          {texts.retry}
        </Button>
      )}
      {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
    </li>
  );
}

interface AddFormProps {
  payment: PaymentDocuments;
  /** Every payment of the order with its documents: a refund can cancel those of another one. */
  all: readonly PaymentDocuments[];
  onDone: () => void;
  /** Content above the form, shown alone where nothing can be added. */
  children: ReactNode;
}

function AddForm({ payment, all, onDone, children }: AddFormProps) {
  const isRefund = payment.missing < 0;
  const cancellable = (isRefund ? all : [payment]).flatMap(({ documents }) =>
    documents.filter(({ creditable }) => creditable > 0),
  );
  const kinds = [
    ...(payment.missing > 0 ? PAYMENT_DOCUMENTS : []),
    ...(cancellable.length > 0 ? (['nota_credito'] as const) : []),
  ];
  const form = useForm<AddedDocument>({
    resolver: zodResolver(addedDocumentSchema),
    defaultValues: { document: EMPTY_DOCUMENT },
  });
  const { mutate, isPending, error } = useAddDocumentMutation();
  if (kinds.length === 0) return <DialogBody>{children}</DialogBody>;
  const save = ({ document: typed }: AddedDocument) => {
    const document = toDocument(typed);
    if (!document) return;
    mutate(
      { paymentId: payment.payment_id, document },
      {
        onSuccess: () => {
          toast.success(isIssued(typed.kind) ? texts.asked : texts.saved);
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.saveFailed, failure)),
      },
    );
  };
  return (
    <Form form={form} draft={`documento.${payment.payment_id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          {children}
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
          {payment.missing !== 0 && (
            <p>
              {isRefund
                ? texts.missingCredit(formatClp(-payment.missing))
                : texts.missing(formatClp(payment.missing))}
            </p>
          )}
          <DocumentFields
            control={form.control}
            name="document"
            kinds={kinds}
            cancellable={cancellable}
            optional={false}
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.save} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}
