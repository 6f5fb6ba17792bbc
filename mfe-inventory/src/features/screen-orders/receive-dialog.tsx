import { useState, type SyntheticEvent } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import {
  catalogQuery,
  suggestItemsQuery,
  type ItemChoice,
} from '@taller/shared/stock/inventory/inventory-queries.ts';
import {
  useReceiveScreenOrderMutation,
  type ReceiveTarget as Target,
} from '@taller/shared/stock/screen-orders/screen-order-mutations.ts';
import type { ScreenOrderRow } from '@taller/shared/stock/screen-orders/screen-orders-query.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { ALL_REQUIRED, inventoryItemSchema } from '@taller/shared/stock/stock-schemas.ts';
import { z } from '@taller/shared/values/zod.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { ItemFields } from '#src/features/inventory/item-fields.tsx';
import { inventoryTexts } from '#src/features/inventory/texts.ts';
import { receiveTexts } from '#src/features/screen-orders/texts.ts';
import { FormRule } from '#src/components/form-rule.tsx';
import { failureText } from '#src/components/failure-text.ts';
import { guessItem, type GuessedItem } from './guess-item.ts';
import { NEW_ITEM, ReceiveTarget } from './receive-target.tsx';

const newItemSchema = z.pick(inventoryItemSchema, {
  brand: true,
  model: true,
  cost_price: true,
  component_type_id: true,
});

const problemText = (error: unknown): string =>
  failureText(error, {
    conflict: receiveTexts.already,
    'not-found': inventoryTexts.gone,
    otherwise: receiveTexts.failed,
  });

interface ReceiveFormProps {
  order: ScreenOrderRow;
  suggestions: readonly ItemChoice[];
  guess: GuessedItem;
  receive: ReturnType<typeof useReceiveScreenOrderMutation>;
  onClose: () => void;
}

function ReceiveForm({ order, suggestions, guess, receive, onClose }: ReceiveFormProps) {
  // A likely item is not selected automatically: its stock would be increased by mistake.
  const [target, setTarget] = usePersistedDialog(
    `recibir.${order.id}.destino`,
    suggestions.length === 0 ? NEW_ITEM : '',
  );
  const [missing, setMissing] = useState(false);
  const form = useForm<z.input<typeof newItemSchema>, unknown, z.output<typeof newItemSchema>>({
    defaultValues: { ...guess, cost_price: order.precio_costo },
    resolver: zodResolver(newItemSchema),
  });
  const send = async (into: Target) => {
    try {
      await receive.mutateAsync({ screenOrderId: order.id, target: into });
      toast.success(receiveTexts.done);
      onClose();
    } catch (error) {
      console.error(error);
    }
  };
  const sendNew = form.handleSubmit(send);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (target === NEW_ITEM) void sendNew(event);
    else if (target) void send({ itemId: target });
    else setMissing(true);
  };
  return (
    <Form form={form} draft={`recibir.${order.id}`} enterGoesOn onSubmit={submit}>
      <DialogBody>
        <div className={styles.stack}>
          {receive.isError && <Banner tone="danger">{problemText(receive.error)}</Banner>}
          <ReceiveTarget
            suggestions={suggestions}
            value={target ?? ''}
            error={missing && !target ? receiveTexts.chooseOne : undefined}
            onChange={setTarget}
          />
          {target === NEW_ITEM && (
            <div className={styles.fields}>
              <FormRule control={form.control} text={ALL_REQUIRED} />
              <FormProvider {...form}>
                <ItemFields received />
              </FormProvider>
            </div>
          )}
        </div>
      </DialogBody>
      <SaveFooter label={receiveTexts.action} busyLabel={receiveTexts.submitting} busy={receive.isPending} />
    </Form>
  );
}

interface ReceiveDialogProps {
  order: ScreenOrderRow;
  onClose: () => void;
}

/** Adds a received screen order to the inventory, to an existing item or a new one. The server does it only once. */
export function ReceiveDialog({ order, onClose }: ReceiveDialogProps) {
  const suggestions = useQuery(suggestItemsQuery(order.modelo, order.proveedor));
  const types = useQuery(catalogQuery('component_types'));
  const receive = useReceiveScreenOrderMutation();
  const failed = suggestions.isError ? suggestions : types.isError ? types : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={receiveTexts.title}
      description={receiveTexts.description(formatThousands(order.cantidad), order.modelo, order.proveedor)}
      busy={receive.isPending}
    >
      {suggestions.data && types.data ? (
        <ReceiveForm
          order={order}
          suggestions={suggestions.data}
          guess={guessItem(order.modelo, suggestions.data, types.data)}
          receive={receive}
          onClose={onClose}
        />
      ) : (
        <DialogBody>
          {failed ? (
            <ErrorState
              error={failed.error}
              message={receiveTexts.loadFailed}
              onRetry={() => void failed.refetch()}
              retrying={failed.isFetching}
            />
          ) : (
            <Skeleton shape="rows" count={4} />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}
