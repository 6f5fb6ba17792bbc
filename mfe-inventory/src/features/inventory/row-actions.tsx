import History from 'lucide-react/icons/rotate-ccw-clock';
import PackageMinus from 'lucide-react/icons/package-minus';
import Pencil from 'lucide-react/icons/pencil';
import Tag from 'lucide-react/icons/tag';
import type { InventoryRow } from '@taller/shared/stock/inventory/inventory-list-query.ts';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { LabelsDialog } from '#src/features/labels/labels-dialog.tsx';
import { historyTexts, inventoryTexts } from '#src/features/inventory/texts.ts';
import { labelTexts } from '#src/features/labels/texts.ts';
import { EditDialog } from './edit-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import styles from './inventory.module.css';
import { WriteOffDialog } from './write-off-dialog.tsx';

/** The actions of an item. */
export interface ItemTask {
  kind: 'edit' | 'writeOff' | 'history' | 'label';
  item: InventoryRow;
}

interface RowActionsProps {
  item: InventoryRow;
  onTask: (task: ItemTask) => void;
}

/** The buttons of a row. */
export function RowActions({ item, onTask }: RowActionsProps) {
  const name = `${item.brand} ${item.model}`;
  return (
    <span className={styles.actions}>
      <IconButton
        label={inventoryTexts.edit(name)}
        icon={<Pencil aria-hidden="true" />}
        onClick={() => onTask({ kind: 'edit', item })}
      />
      <IconButton
        label={inventoryTexts.writeOff(name)}
        icon={<PackageMinus aria-hidden="true" />}
        onClick={() => onTask({ kind: 'writeOff', item })}
      />
      <IconButton
        label={historyTexts.of(name)}
        icon={<History aria-hidden="true" />}
        onClick={() => onTask({ kind: 'history', item })}
      />
      <IconButton
        label={labelTexts.of(name)}
        icon={<Tag aria-hidden="true" />}
        onClick={() => onTask({ kind: 'label', item })}
      />
    </span>
  );
}

/** The dialog of the chosen action. */
export function ItemTaskDialog({ task, onClose }: { task: ItemTask; onClose: () => void }) {
  const { kind, item } = task;
  if (kind === 'edit') return <EditDialog item={item} onClose={onClose} />;
  if (kind === 'writeOff') return <WriteOffDialog item={item} onClose={onClose} />;
  if (kind === 'history') return <HistoryDialog item={item} onClose={onClose} />;
  return <LabelsDialog items={[item]} onClose={onClose} />;
}
