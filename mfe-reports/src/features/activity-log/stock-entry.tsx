import PackageMinus from 'lucide-react/icons/package-minus';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import type { ActivityRow } from '@taller/shared/activity/activity-queries.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link } from '@taller/shared/runtime';
import { stockTexts } from '#src/features/activity-log/texts.ts';
import styles from './stock-entry.module.css';

/** A part written off for an order, a product that is gone from the inventory, or one that was edited. */
function whatHappened({ action_type: action, service_order: order }: ActivityRow) {
  if (action === 'edit') return 'edited';
  return order ? 'writtenOff' : 'removed';
}

const ICONS = { edited: Pencil, writtenOff: PackageMinus, removed: Trash2 } as const;

function Order({ id, number }: { id: string | null; number: string }) {
  return id ? <Link to={paths.orderView.getHref(id)}>{number}</Link> : <span>{number}</span>;
}

function Product({ row }: { row: ActivityRow }) {
  const name = `${row.brand ?? ''} ${row.model ?? ''}`.trim() || stockTexts.unnamed;
  return (
    <>
      <span className={styles.strong}>{name}</span>
      {row.component_type_name && <span className={styles.type}> ({row.component_type_name})</span>}
    </>
  );
}

/** An entry of the inventory's log as a sentence (INV-05). Red is only a product that is gone. */
export function StockEntry({ row }: { row: ActivityRow }) {
  const happened = whatHappened(row);
  const Icon = ICONS[happened];
  const affected = row.quantity_affected ?? 0;
  return (
    <div className={styles.entry}>
      <span className={styles.icon} data-gone={happened === 'removed' || undefined} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.sentence}>
        <span className={styles.strong}>{row.user_name}</span>{' '}
        <span>{happened === 'writtenOff' ? stockTexts.writtenOff(affected) : stockTexts[happened]}</span>{' '}
        <Product row={row} />
        {happened === 'writtenOff' && (
          <>
            <span>{stockTexts.forThe}</span>
            <span className={styles.order}>
              {stockTexts.order} <Order id={row.order_id} number={row.service_order} />
            </span>
          </>
        )}
        {happened === 'removed' && <span>{stockTexts.removedWith(affected)}</span>}
        {happened === 'edited' && <span>{stockTexts.change(affected, row.quantity)}</span>}
      </div>
    </div>
  );
}
