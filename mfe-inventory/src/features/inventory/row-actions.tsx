import History from 'lucide-react/icons/rotate-ccw-clock';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Tag from 'lucide-react/icons/tag';
import type { InventoryRow } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Menu } from '@taller/shared/ui/menu.tsx';
import { LabelsDialog } from '#src/features/labels/labels-dialog.tsx';
import { historyTexts, inventoryTexts, writeOffTexts } from '#src/features/inventory/texts.ts';
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

/** The most used action of a row by its name, the others in a menu (INV-21). */
export function RowActions({ item, onTask }: RowActionsProps) {
  const name = `${item.brand} ${item.model}`;
  return (
    <span className={styles.actions}>
      <Button
        size="sm"
        aria-label={inventoryTexts.writeOff(name)}
        onClick={() => onTask({ kind: 'writeOff', item })}
      >
        {writeOffTexts.title}
      </Button>
      <Menu
        trigger={
          <IconButton label={inventoryTexts.moreActions(name)} icon={<MoreHorizontal aria-hidden="true" />} />
        }
        items={[
          {
            label: inventoryTexts.editTitle,
            icon: <Pencil aria-hidden="true" />,
            onSelect: () => onTask({ kind: 'edit', item }),
          },
          {
            label: historyTexts.title,
            icon: <History aria-hidden="true" />,
            onSelect: () => onTask({ kind: 'history', item }),
          },
          {
            label: labelTexts.title,
            icon: <Tag aria-hidden="true" />,
            onSelect: () => onTask({ kind: 'label', item }),
          },
        ]}
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
