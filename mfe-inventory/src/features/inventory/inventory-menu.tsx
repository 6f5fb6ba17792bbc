import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import FileUp from 'lucide-react/icons/file-up';
import PackageCheck from 'lucide-react/icons/package-check';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import ListChecks from 'lucide-react/icons/square-check-big';
import Tags from 'lucide-react/icons/tags';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  inventoryListQuery,
  type InventoryRequest,
} from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Menu } from '@taller/shared/ui/menu.tsx';
import { TitleButton } from '#src/components/title-button.tsx';
import { exportTexts, inventoryTexts } from '#src/features/inventory/texts.ts';
import { LabelsDialog } from '#src/features/labels/labels-dialog.tsx';
import { labelTexts } from '#src/features/labels/texts.ts';
import { saveInventoryFile } from './inventory-file.ts';

/** Rare actions on many products at once (INV-23): labels of the page, files. */
export function InventoryMenu({ request }: { request: InventoryRequest }) {
  const { data } = useQuery(inventoryListQuery(request));
  const [labelling, setLabelling] = useState(false);
  const [exporting, setExporting] = useState(false);
  const items = data?.rows ?? [];
  const save = async () => {
    setExporting(true);
    await saveInventoryFile(request);
    setExporting(false);
  };
  return (
    <>
      <Menu
        trigger={<TitleButton label={inventoryTexts.more} icon={<MoreHorizontal aria-hidden="true" />} />}
        items={[
          {
            label: labelTexts.page,
            icon: <Tags aria-hidden="true" />,
            disabled: items.length === 0,
            onSelect: () => setLabelling(true),
          },
          {
            label: exporting ? exportTexts.busy : exportTexts.action,
            icon: <Download aria-hidden="true" />,
            disabled: exporting,
            onSelect: () => void save(),
          },
          {
            label: inventoryTexts.parts,
            icon: <PackageCheck aria-hidden="true" />,
            href: paths.dashboardParts.getHref(),
          },
          {
            label: inventoryTexts.stocktakes,
            icon: <ListChecks aria-hidden="true" />,
            href: paths.stocktakes.getHref(),
          },
          {
            label: inventoryTexts.import,
            icon: <FileUp aria-hidden="true" />,
            href: paths.dashboardInventoryImport.getHref(),
          },
        ]}
      />
      {labelling && <LabelsDialog items={items} onClose={() => setLabelling(false)} />}
    </>
  );
}
