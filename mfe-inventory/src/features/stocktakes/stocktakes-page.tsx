import { useRef } from 'react';
import Plus from 'lucide-react/icons/plus';
import { paths } from '@taller/shared/contract/paths.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useSession } from '@taller/shared/runtime';
import { may } from '@taller/shared/access/permissions.ts';
import { stocktakesQuery, type Stocktake } from '@taller/shared/stock/stocktakes/stocktake-queries.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDate, formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { TitleButton } from '#src/components/title-button.tsx';
import { StartDialog } from './start-dialog.tsx';
import styles from './stocktake.module.css';
import { stocktakesTexts as texts } from './texts.ts';

/** The state of a stocktake. */
function State({ stocktake }: { stocktake: Stocktake }) {
  if (stocktake.cancelled_at) return <Badge>{texts.cancelled(formatDate(stocktake.cancelled_at))}</Badge>;
  if (stocktake.closed_at)
    return <Badge tone="success">{texts.closed(formatDate(stocktake.closed_at))}</Badge>;
  return (
    <Badge tone={stocktake.finished_at ? 'warning' : 'info'}>
      {stocktake.finished_at ? texts.finished : texts.open}
    </Badge>
  );
}

const COLUMNS: readonly Column<Stocktake>[] = [
  {
    id: 'scope',
    header: texts.scope,
    width: 10,
    priority: 'high',
    plain: 'heading',
    cell: (row) => (
      <Link className={styles.scope} to={paths.stocktake.getHref(row.id)} data-target>
        {row.scope}
      </Link>
    ),
  },
  {
    id: 'started',
    header: texts.started,
    width: 9,
    cell: (row) => (
      <>
        <span>{row.started_by}</span>
        <time className={styles.muted} dateTime={row.started_at}>
          {formatDateTime(row.started_at)}
        </time>
      </>
    ),
  },
  { id: 'state', header: texts.state, width: 8, cell: (row) => <State stocktake={row} /> },
  {
    id: 'items',
    header: texts.items,
    width: 9,
    priority: 'low',
    cell: (row) => texts.itemsOf(formatThousands(row.items), formatThousands(row.pieces)),
  },
  {
    id: 'differences',
    header: texts.differences,
    kind: 'figure',
    width: 6,
    cell: (row) => (row.closed_at ? formatThousands(row.differences) : '–'),
  },
];

/** The value at cost, for those who see costs (PART-35). */
const VALUE: Column<Stocktake> = {
  id: 'value',
  header: texts.value,
  kind: 'figure',
  width: 7,
  cell: (row) => (row.closed_at ? formatClp(row.value) : '–'),
};

/** The stocktakes (PART-34). */
export function StocktakesPage() {
  const role = useSession().user?.role;
  const stocktakes = useQuery(stocktakesQuery());
  const [starting, setStarting] = usePersistedDialog<true>('conteo.nuevo');
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.page}>
      <PageHeader
        title={texts.title}
        back={{ href: paths.dashboardInventory.getHref(), label: texts.back }}
        actions={
          <TitleButton
            ref={opener}
            label={texts.add}
            icon={<Plus aria-hidden="true" />}
            variant="primary"
            onClick={() => setStarting(true)}
          />
        }
      />
      <DataTable
        label={texts.title}
        columns={may(role, 'costs.see') ? [...COLUMNS, VALUE] : COLUMNS}
        query={stocktakes}
        rows={stocktakes.data}
        rowKey={(row) => row.id}
        loadFailed={texts.loadFailed}
        empty={{ title: texts.empty, hint: texts.emptyHint }}
      />
      {starting && <StartDialog onClose={() => setStarting(null)} />}
    </div>
  );
}
