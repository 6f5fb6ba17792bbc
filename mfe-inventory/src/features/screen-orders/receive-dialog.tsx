import { useState, type SyntheticEvent } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { dataErrorCode } from '@taller/shared/data/data-error.ts';
import {
  useReceiveScreenOrder,
  type ReceiveTarget,
} from '@taller/shared/data/screen-orders/receive-screen-order-mutation.ts';
import type { ScreenOrderRow } from '@taller/shared/data/screen-orders/screen-orders-query.ts';
import { formatThousands } from '@taller/shared/domain/money.ts';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { es } from '#src/texts/es.ts';
import { ExistingItemField } from './existing-item-field.tsx';
import { NewItemFields } from './new-item-fields.tsx';
import { newItemSchema, type NewItemForm } from './new-item-schema.ts';

function problemText(error: unknown): string {
  const code = dataErrorCode(error);
  if (code === 'conflict') return es.receive.already;
  return code === 'not-found' ? es.inventory.gone : es.receive.failed;
}

interface ReceiveDialogProps {
  order: ScreenOrderRow;
  onClose: () => void;
}

/** Puts a screen order's pieces into the inventory, in an item that is there or in a new one. The server does it once only. */
export function ReceiveDialog({ order, onClose }: ReceiveDialogProps) {
  const [fresh, setFresh] = useState(false);
  const [itemId, setItemId] = useState('');
  const [missing, setMissing] = useState(false);
  const form: NewItemForm = useForm({
    defaultValues: { brand: '', cost_price: null, component_type_id: '', supplier_id: '' },
    resolver: zodResolver(newItemSchema),
  });
  const receive = useReceiveScreenOrder();
  const send = async (target: ReceiveTarget) => {
    try {
      await receive.mutateAsync({ screenOrderId: order.id, target });
      toast.success(es.receive.done);
      onClose();
    } catch (error) {
      console.error(error);
    }
  };
  const sendNew = form.handleSubmit(send);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (fresh) void sendNew(event);
    else if (itemId) void send({ itemId });
    else setMissing(true);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={es.receive.title}
      description={es.receive.description(formatThousands(order.cantidad), order.modelo)}
      busy={receive.isPending}
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <div className={styles.stack}>
            {receive.isError && <Banner tone="danger">{problemText(receive.error)}</Banner>}
            <Select
              label={es.receive.target}
              value={fresh ? 'new' : 'existing'}
              options={[
                { value: 'existing', label: es.receive.existing },
                { value: 'new', label: es.receive.fresh },
              ]}
              onChange={(event) => setFresh(event.target.value === 'new')}
            />
            {fresh ? (
              <NewItemFields form={form} supplierName={order.proveedor} />
            ) : (
              <ExistingItemField
                search={order.modelo}
                value={itemId}
                error={missing && !itemId ? es.receive.chooseOne : undefined}
                onChange={setItemId}
              />
            )}
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{es.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={receive.isPending}
            loadingText={es.receive.submitting}
          >
            {es.receive.action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
