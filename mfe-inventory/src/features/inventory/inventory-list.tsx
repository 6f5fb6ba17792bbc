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
import { DataList } from '@taller/shared/ui/data-list.tsx';
import type { Sort } from '@taller/shared/ui/sort-header.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { VirtualTable } from '@taller/shared/ui/virtual-table.tsx';
import { inventoryTexts } from '#src/features/inventory/texts.ts';
import styles from './inventory.module.css';
import { ItemTaskDialog, RowActions, type ItemTask } from './row-actions.tsx';

/** Heights of the table and its rows in px (INV-01). */
const TABLE_HEIGHT = 600;
const ROW_HEIGHT = 72;
const CARD_HEIGHT = 200;

/** The quantity, what is reserved of it, and the shortfall of the rest below the minimum. */
function Stock({ item }: { item: InventoryRow }) {
  const available = item.quantity - item.reserved;
  return (
    <span className={styles.stock}>
      <span>{formatThousands(item.quantity)}</span>
      {item.reserved > 0 && (
        <span className={styles.code}>{inventoryTexts.available(formatThousands(available))}</span>
      )}
      {available < item.min_stock && (
        <Badge tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
          {inventoryTexts.low(formatThousands(item.min_stock - available))}
        </Badge>
      )}
    </span>
  );
}

/** The model with its label's code, and where it lies. */
function Model({ item }: { item: InventoryRow }) {
  return (
    <>
      <span>{item.model}</span>
      <span className={styles.code}>
        {inventoryTexts.codeAndPlace(formatItemCode(item.item_number), item.place)}
      </span>
    </>
  );
}

const COLUMNS: readonly Column<InventoryRow>[] = [
  { id: 'brand', header: inventoryTexts.brand, width: 6.75, sortable: true, cell: (item) => item.brand },
  {
    id: 'model',
    header: inventoryTexts.model,
    width: 8.75,
    priority: 'high',
    plain: 'heading',
    sortable: true,
    cell: (item) => <Model item={item} />,
  },
  {
    id: 'quantity',
    header: inventoryTexts.quantity,
    kind: 'figure',
    width: 6.25,
    priority: 'high',
    sortable: true,
    cell: (item) => <Stock item={item} />,
  },
  {
    id: 'cost_price',
    header: inventoryTexts.costPrice,
    kind: 'figure',
    width: 6.75,
    sortable: true,
    cell: (item) => formatClp(item.cost_price),
  },
  {
    id: 'component_type',
    header: inventoryTexts.type,
    width: 5.75,
    priority: 'low',
    sortable: true,
    cell: (item) => item.component_type_name,
  },
  {
    id: 'supplier',
    header: inventoryTexts.supplier,
    width: 8.5,
    priority: 'low',
    sortable: true,
    cell: (item) => item.supplier_name,
  },
];

interface InventoryListProps {
  request: InventoryRequest;
  onChange: (part: Partial<InventoryRequest>) => void;
}

/** The sortable, paged, windowed table (INV-01). */
export function InventoryList({ request, onChange }: InventoryListProps) {
  const list = useQuery(inventoryListQuery(request));
  const [task, setTask] = usePersistedDialog<ItemTask>('inventario');
  const narrow = useMediaQuery(NARROW);
  const sortBy = ({ column, direction }: Sort) =>
    onChange({
      sort: INVENTORY_SORTS.find((known) => known === column) ?? 'created_at',
      descending: direction === 'desc',
    });
  const isFiltered = request.search !== '' || request.typeId !== null || request.low;
  return (
    <>
      <DataList
        query={list}
        rows={list.data?.rows}
        loadFailed={inventoryTexts.loadFailed}
        empty={{ title: inventoryTexts.empty, hint: inventoryTexts.emptyHint }}
        filtered={
          isFiltered && {
            title: inventoryTexts.emptyFiltered,
            onClear: () => onChange({ search: '', typeId: null, low: false }),
          }
        }
        pages={{
          label: inventoryTexts.pages,
          page: request.page,
          pageSize: INVENTORY_PAGE_SIZE,
          total: list.data?.total ?? 0,
          more: list.data?.isMore ? { shown: list.data.rows.length } : undefined,
          onPageChange: (page) => onChange({ page }),
        }}
      >
        {(rows) => (
          <VirtualTable
            label={inventoryTexts.title}
            columns={[
              ...COLUMNS,
              {
                id: 'actions',
                header: inventoryTexts.actions,
                kind: 'actions',
                width: 8.75,
                cell: (item) => <RowActions item={item} onTask={setTask} />,
              },
            ]}
            rows={rows}
            rowKey={(item) => item.id}
            sort={{ column: request.sort, direction: request.descending ? 'desc' : 'asc' }}
            // On a phone the sheet of filters sorts.
            {...(!narrow && { onSortChange: sortBy })}
            view={JSON.stringify(request)}
            height={TABLE_HEIGHT}
            rowHeight={ROW_HEIGHT}
            cardHeight={CARD_HEIGHT}
          />
        )}
      </DataList>
      {task && <ItemTaskDialog task={task} onClose={() => setTask(null)} />}
    </>
  );
}
