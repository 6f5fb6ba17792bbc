import { useRef } from 'react';
import Clock from 'lucide-react/icons/clock';
import Plus from 'lucide-react/icons/plus';
import FileUp from 'lucide-react/icons/file-up';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  catalogQuery,
  INVENTORY_SORTS,
  type InventoryRequest,
} from '@taller/shared/stock/inventory/inventory-queries.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { AddItemForm } from '#src/features/inventory/add-item-form.tsx';
import { ExportButton } from '#src/features/inventory/export-button.tsx';
import { InventoryList } from '#src/features/inventory/inventory-list.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { LabelsButton } from '#src/features/labels/labels-button.tsx';
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
  const types = useQuery(catalogQuery('component_types'));
  return (
    <div className={styles.page}>
      <PageHeader
        title={inventoryTexts.title}
        actions={
          !adding && (
            <Button
              ref={opener}
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {inventoryTexts.add}
            </Button>
          )
        }
      />
      <AddItemForm open={adding === true} opener={opener} onClose={() => setAdding(null)} />
      <Card>
        <div className={styles.toolbar}>
          <SearchBox
            label={inventoryTexts.search}
            value={request.search}
            onSearch={(search) => change({ search })}
          />
          <Select
            label={inventoryTexts.type}
            hideLabel
            placeholder={inventoryTexts.allTypes}
            value={request.typeId ?? ''}
            options={(types.data ?? []).map((type) => ({ value: type.id, label: type.name }))}
            onChange={(event) => change({ typeId: event.target.value || null })}
          />
          <Checkbox
            label={inventoryTexts.onlyLow}
            checked={request.low}
            onChange={(event) => change({ low: event.target.checked })}
          />
        </div>
        <InventoryList request={request} onChange={change} />
        {/* Below the list, as on the desk: it is what people come for. */}
        <div className={styles.tools}>
          <LabelsButton request={request} />
          <ExportButton request={request} />
          <LinkButton
            size="sm"
            icon={<FileUp aria-hidden="true" />}
            to={paths.dashboardInventoryImport.getHref()}
          >
            {inventoryTexts.import}
          </LinkButton>
          <LinkButton size="sm" icon={<Clock aria-hidden="true" />} to={paths.activityLogs.getHref()}>
            {inventoryTexts.activityLog}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
