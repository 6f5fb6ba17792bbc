import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { approvalSchema, type Approval, type ApprovalInput } from '@taller/shared/orders/order-schemas.ts';
import { orderChangeFailure } from '@taller/shared/orders/failure-text.ts';
import { quoteQuery, type OpenQuote } from '@taller/shared/orders/quote/quote-query.ts';
import { isPlainQuote, linesTotal, pickLine } from '@taller/shared/orders/quote/quote-lines.ts';
import { QuoteLineList } from '@taller/shared/orders/quote/quote-line-list.tsx';
import { useRecordApprovalMutation } from '@taller/shared/orders/quote/quote-mutations.ts';
import { useQuery } from '@taller/shared/query';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { RadioList } from '@taller/shared/ui/radio-list.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './dialogs.module.css';
import type { TaskFormProps } from './task-form.ts';

const texts = orderTexts.approval;
const CHANNELS = (['phone', 'counter'] as const).map((value) => ({ value, label: texts.channels[value] }));

/** Notes a customer's yes by phone or at the counter (ORD-91), on the quote that it shows. */
export function ApprovalForm({ order, onDone }: TaskFormProps<Order>) {
  const { data: quote, error, refetch, isFetching } = useQuery(quoteQuery(order.id));
  if (quote?.status === 'quoted')
    // Another quote is chosen of anew.
    return <OpenApproval key={quote.version} order={order} quote={quote} onDone={onDone} />;
  return (
    <DialogBody>
      {quote ? (
        <Banner tone="info">{texts.answered}</Banner>
      ) : error ? (
        <ErrorState
          error={error}
          message={texts.readFailed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton label={orderTexts.loading} count={4} />
      )}
    </DialogBody>
  );
}

function OpenApproval({ order, quote, onDone }: TaskFormProps<Order> & { quote: OpenQuote }) {
  const { mutate, isPending, error } = useRecordApprovalMutation();
  const [lines, setLines] = useState(quote.lines);
  const form = useForm<ApprovalInput, unknown, Approval>({
    resolver: zodResolver(approvalSchema),
    defaultValues: { channel: '', saidBy: order.customer_name },
  });
  const record = ({ channel, saidBy }: Approval) =>
    mutate(
      { orderId: order.id, channel, saidBy, quote: { ...quote, lines } },
      {
        onSuccess: (status) => {
          if (status === 'approved') toast.success(orderTexts.toasts.approvalNoted);
          else toast.info(texts.answered);
          onDone();
        },
        onError: () => toast.error(orderTexts.toasts.approvalError),
      },
    );
  return (
    <Form form={form} draft={`aprobacion.${order.id}`} onSubmit={form.handleSubmit(record)}>
      <DialogBody>
        <div className={styles.fields}>
          {error && <Banner tone="danger">{orderChangeFailure(error)}</Banner>}
          <ReadOut quote={quote} lines={lines} onPick={setLines} />
          <Controller
            control={form.control}
            name="channel"
            render={({ field, fieldState }) => (
              <RadioList
                label={texts.channel}
                options={CHANNELS}
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
          <TextField
            {...form.register('saidBy')}
            label={texts.saidBy}
            error={form.formState.errors.saidBy?.message}
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.confirm} busyLabel={texts.busy} busy={isPending} />
    </Form>
  );
}

interface ReadOutProps {
  quote: OpenQuote;
  lines: OpenQuote['lines'];
  onPick: (lines: OpenQuote['lines']) => void;
}

/** The quote as it is read to the customer, with what the customer takes of it. */
function ReadOut({ quote, lines, onPick }: ReadOutProps) {
  return (
    <>
      <p>{texts.readOut}</p>
      <DefinitionList
        items={[
          { term: texts.total, value: formatClp(linesTotal(lines)) },
          { term: texts.work, value: quote.technical_work },
        ]}
      />
      {!isPlainQuote(lines) && (
        <QuoteLineList lines={lines} onPick={(line, chosen) => onPick(pickLine(lines, line, chosen))} />
      )}
    </>
  );
}
