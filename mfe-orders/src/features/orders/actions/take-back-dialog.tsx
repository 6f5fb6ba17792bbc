import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { orderChangeFailure, orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { intakeStateQuery } from '@taller/shared/orders/order-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { takeBackSchema, type TakeBackInput } from '@taller/shared/orders/order-schemas.ts';
import { useTakeBackOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from './dialogs.module.css';
import type { ActionOrder } from './order-task.ts';

const texts = orderTexts.takeBack;

interface TakeBackDialogProps {
  order: ActionOrder;
  onClose: () => void;
  onRemoved: () => void;
}

/** Undoes the user's own intake with a reason, or says why that is not possible (ORD-121). */
export function TakeBackDialog({ order, onClose, onRemoved }: TakeBackDialogProps) {
  const { data, error, refetch, isFetching } = useQuery(intakeStateQuery(order.id));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={texts.title(formatOrderNumber(order.order_number))}
      description={texts.text(order.customer_name)}
      size="sm"
    >
      {data && data.obstacle === null ? (
        <ReasonForm order={order} isTold={data.is_told} onRemoved={onRemoved} />
      ) : (
        <DialogBody>
          {data ? (
            <Banner tone="warning">{data.obstacle}</Banner>
          ) : error ? (
            <ErrorState
              error={error}
              message={orderReadFailure(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <Skeleton label={orderTexts.loading} />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

interface ReasonFormProps {
  order: ActionOrder;
  isTold: boolean;
  onRemoved: () => void;
}

function ReasonForm({ order, isTold, onRemoved }: ReasonFormProps) {
  const { mutate, isPending } = useTakeBackOrderMutation();
  const form = useForm<TakeBackInput>({
    resolver: zodResolver(takeBackSchema),
    defaultValues: { reason: '' },
  });
  const { register, formState, setError } = form;
  const takeBack = ({ reason }: TakeBackInput) =>
    mutate(
      { orderId: order.id, reason },
      {
        onSuccess: () => {
          toast.success(texts.done);
          onRemoved();
        },
        onError: (failure) => setError('reason', { message: orderChangeFailure(failure) }),
      },
    );
  return (
    <Form form={form} draft={`deshacer-ingreso.${order.id}`} onSubmit={form.handleSubmit(takeBack)}>
      <DialogBody>
        <div className={styles.fields}>
          {isTold && <Banner tone="warning">{texts.told}</Banner>}
          <TextArea
            {...register('reason')}
            label={texts.reason}
            error={formState.errors.reason?.message}
            maxLength={500}
            rows={3}
            autoFocus
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.confirm} busyLabel={texts.busy} busy={isPending} danger />
    </Form>
  );
}
