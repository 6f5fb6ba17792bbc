import { useState } from 'react';
import Tags from 'lucide-react/icons/tags';
import {
  inventoryListQuery,
  type InventoryRequest,
} from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { labelTexts } from '#src/features/labels/texts.ts';
import { LabelsDialog } from './labels-dialog.tsx';

/** Labels of the items on the list's current page. */
export function LabelsButton({ request }: { request: InventoryRequest }) {
  const { data } = useQuery(inventoryListQuery(request));
  const [open, setOpen] = useState(false);
  const items = data?.rows ?? [];
  return (
    <>
      <Button
        size="sm"
        icon={<Tags aria-hidden="true" />}
        disabled={items.length === 0}
        onClick={() => setOpen(true)}
      >
        {labelTexts.page}
      </Button>
      {open && <LabelsDialog items={items} onClose={() => setOpen(false)} />}
    </>
  );
}
