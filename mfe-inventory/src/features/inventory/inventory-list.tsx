import type { ReactNode } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import {
  INVENTORY_PAGE_SIZE,
  INVENTORY_SORTS,
  inventoryListQuery,
  type InventoryRequest,
  type InventoryRow,
} from '@taller/shared/stock/inventory/inventory-queries.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Pagination } from '@taller/shared/ui/pagination.tsx';
import { PastEnd } from '@taller/shared/ui/past-end.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { VirtualTable } from '@taller/shared/ui/virtual-table.tsx';
import { inventoryTexts } from '#src/features/inventory/texts.ts';
import styles from './inventory.module.css';
import { ItemTaskDialog, RowActions, type ItemTask } from './row-actions.tsx';

/** Heights of the table and its rows in px (INV-01). */
const TABLE_HEIGHT = 600;
const ROW_HEIGHT = 72;
const NARROW_ROW_HEIGHT = 200;

/** The quantity, and the shortfall below the minimum. */
function Stock({ item }: { item: InventoryRow }) {
  return (
    <span className={styles.stock}>
      <span>{formatThousands(item.quantity)}</span>
      {item.quantity < item.min_stock && (
        <Badge tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
          {inventoryTexts.low(formatThousands(item.min_stock - item.quantity))}
        </Badge>
      )}
    </span>
  );
}

/** The model with its label's code. */
function Model({ item }: { item: InventoryRow }) {
  return (
    <span className={styles.model}>
      <span className={styles.clamped}>{item.model}</span>
      <span className={styles.muted}>{formatItemCode(item.item_number)}</span>
    </span>
  );
}

/** A row on a phone. */
function ItemCard({ item, actions }: { item: InventoryRow; actions: ReactNode }) {
  return (
    <div className={styles.itemCard}>
      <strong className={styles.clamped}>
        {item.brand} {item.model}
      </strong>
      <span className={styles.muted}>
        {formatItemCode(item.item_number)} · {item.component_type_name} · {item.supplier_name}
      </span>
      <span>
        {inventoryTexts.quantity}: <Stock item={item} />
      </span>
      <span>
        {inventoryTexts.costPrice}: {formatClp(item.cost_price)}
      </span>
      {actions}
    </div>
  );
}

const COLUMNS: readonly Column<InventoryRow>[] = [
  { id: 'brand', header: inventoryTexts.brand, sortable: true, cell: (item) => item.brand },
  {
    id: 'model',
    header: inventoryTexts.model,
    sortable: true,
    width: 'minmax(9rem, 2fr)',
    cell: (item) => <Model item={item} />,
  },
  {
    id: 'quantity',
    header: inventoryTexts.quantity,
    sortable: true,
    align: 'end',
    cell: (item) => <Stock item={item} />,
  },
  {
    id: 'cost_price',
    header: inventoryTexts.costPrice,
    sortable: true,
    align: 'end',
    cell: (item) => formatClp(item.cost_price),
  },
  {
    id: 'component_type',
    header: inventoryTexts.type,
    sortable: true,
    cell: (item) => item.component_type_name,
  },
  { id: 'supplier', header: inventoryTexts.supplier, sortable: true, cell: (item) => item.supplier_name },
];
interface InventoryListProps {
  request: InventoryRequest;
  onChange: (part: Partial<InventoryRequest>) => void;
}

/** The sortable, paged, windowed table (INV-01). */
export function InventoryList({ request, onChange }: InventoryListProps) {
  const list = useQuery(inventoryListQuery(request));
  const [task, setTask] = usePersistedDialog<ItemTask>('inventario');
  const actions = (item: InventoryRow) => <RowActions item={item} onTask={setTask} />;
  if (list.isError) {
    return (
      <ErrorState
        error={list.error}
        message={inventoryTexts.loadFailed}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data) return <Skeleton shape="rows" count={8} />;
  return (
    <>
      {list.data.rows.length === 0 ? (
        request.page > 1 ? (
          <PastEnd onFirstPage={() => onChange({ page: 1 })} />
        ) : (
          <EmptyState title={inventoryTexts.empty}>{inventoryTexts.emptyHint}</EmptyState>
        )
      ) : (
        <VirtualTable
          label={inventoryTexts.title}
          columns={[
            ...COLUMNS,
            { id: 'actions', header: inventoryTexts.actions, width: '10.5rem', cell: actions },
          ]}
          rows={list.data.rows}
          rowKey={(item) => item.id}
          height={TABLE_HEIGHT}
          rowHeight={ROW_HEIGHT}
          narrowRowHeight={NARROW_ROW_HEIGHT}
          sort={{ column: request.sort, direction: request.descending ? 'desc' : 'asc' }}
          onSortChange={(sort) =>
            onChange({
              sort: INVENTORY_SORTS.find((known) => known === sort.column) ?? 'created_at',
              descending: sort.direction === 'desc',
            })
          }
          card={(item) => <ItemCard item={item} actions={actions(item)} />}
        />
      )}
      {list.data.rows.length > 0 && (
        <Pagination
          label={inventoryTexts.pages}
          page={request.page}
          pageSize={INVENTORY_PAGE_SIZE}
          total={list.data.total}
          more={list.data.isMore ? { shown: list.data.rows.length } : undefined}
          onPageChange={(page) => onChange({ page })}
        />
      )}
      {task && <ItemTaskDialog task={task} onClose={() => setTask(null)} />}
    </>
  );
}
