import { useRef } from 'react';
import Clock from 'lucide-react/icons/clock';
import Plus from 'lucide-react/icons/plus';
import { paths } from '@taller/shared/contract/paths.ts';
import { INVENTORY_SORTS, type InventoryRequest } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { Link } from '@taller/shared/runtime';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { TitleButton } from '#src/components/title-button.tsx';
import { AddItemForm } from '#src/features/inventory/add-item-form.tsx';
import { InventoryList } from '#src/features/inventory/inventory-list.tsx';
import { InventoryMenu } from '#src/features/inventory/inventory-menu.tsx';
import { InventoryToolbar } from '#src/features/inventory/inventory-toolbar.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { inventoryTexts } from '#src/features/inventory/texts.ts';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import {
  choiceField,
  flagField,
  idField,
  pageField,
  textField,
  type AddressFields,
} from '@taller/shared/values/address-state.ts';

const FIELDS: AddressFields<InventoryRequest> = {
  search: textField('buscar'),
  typeId: idField('tipo'),
  sort: choiceField('orden', INVENTORY_SORTS, 'created_at'),
  descending: flagField('sentido', 'asc', true),
  low: flagField('comprar', 'si'),
  page: pageField,
};

/** The list's state, stored in the URL. */
function useInventoryRequest() {
  const { state: request, change } = useAddressState(FIELDS);
  return { request, change };
}

/** 'Inventario de Productos' (INV-01). */
export function InventoryPage() {
  const { request, change } = useInventoryRequest();
  const [adding, setAdding] = usePersistedDialog<true>('inventario.nuevo');
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.page}>
      <PageHeader
        title={inventoryTexts.title}
        actions={
          <>
            <InventoryMenu request={request} />
            {!adding && (
              <TitleButton
                ref={opener}
                label={inventoryTexts.add}
                icon={<Plus aria-hidden="true" />}
                variant="primary"
                onClick={() => setAdding(true)}
              />
            )}
          </>
        }
      />
      <AddItemForm open={adding === true} opener={opener} onClose={() => setAdding(null)} />
      <div>
        <InventoryToolbar request={request} onChange={change} />
        <InventoryList request={request} onChange={change} />
      </div>
      <Link className={styles.log} to={paths.activityLogs.getHref()} data-target>
        <Clock aria-hidden="true" />
        {inventoryTexts.activityLog}
      </Link>
    </div>
  );
}
