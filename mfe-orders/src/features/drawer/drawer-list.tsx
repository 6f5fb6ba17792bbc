import { may } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  DRAWERS_PER_PAGE,
  drawersQuery,
  type DrawerRow,
} from '@taller/shared/orders/drawers/drawer-queries.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { useSession } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { pageField } from '@taller/shared/values/address-state.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { differenceWords } from './difference-words.ts';
import styles from './drawer.module.css';
import type { ReopenDrawerDialogProps } from './reopen-drawer-dialog.tsx';
import { drawerTexts as texts } from './texts.ts';

const ReopenDrawerDialog = lazyDialog<ReopenDrawerDialogProps>(
  () => import('./reopen-drawer-dialog.tsx').then((module) => module.ReopenDrawerDialog),
  { title: ({ drawer }) => `${texts.reopen} ${drawer.till}`, size: 'sm' },
);

const FIELDS = { page: pageField };

/** The drawers of the past, with their differences: the own ones, for admins all (PAY-24). */
export function DrawerList() {
  const { state, change } = useAddressState(FIELDS);
  const query = useQuery(drawersQuery(state.page));
  const role = useSession().user?.role;
  const [reopening, setReopening] = usePersistedDialog<DrawerRow>('caja.reabrir');
  return (
    <section aria-label={texts.history}>
      <DataTable
        label={texts.history}
        query={query}
        rows={query.data?.rows}
        rowKey={({ id }) => id}
        columns={columnsWith(may(role, 'drawer.oversee') ? setReopening : null)}
        loadFailed={texts.loadFailed}
        skeleton={{ rows: 5, label: texts.loading }}
        empty={{ title: texts.none, hint: texts.noneHint }}
        pages={{
          label: texts.pages,
          page: state.page,
          pageSize: DRAWERS_PER_PAGE,
          total: query.data?.total ?? 0,
          onPageChange: (page) => change({ page }),
        }}
      />
      {reopening && <ReopenDrawerDialog drawer={reopening} onClose={() => setReopening(null)} />}
    </section>
  );
}

const columnsWith = (reopen: ((row: DrawerRow) => void) | null): readonly Column<DrawerRow>[] => [
  {
    id: 'till',
    header: texts.till,
    width: 8,
    priority: 'high',
    cell: (row) => row.till,
  },
  {
    id: 'who',
    header: texts.who,
    width: 19,
    cell: (row) => (
      <>
        <p className={styles.muted}>
          {texts.openedBy(row.opened_by)}{' '}
          <span className={styles.moment}>{formatDateTime(row.opened_at)}</span>
        </p>
        {row.closed_at !== null && row.closed_by !== null && (
          <p className={styles.muted}>
            {texts.closedBy(row.closed_by)}{' '}
            <span className={styles.moment}>{formatDateTime(row.closed_at)}</span>
          </p>
        )}
      </>
    ),
  },
  {
    id: 'counted',
    header: texts.counted,
    width: 8,
    cell: (row) => (row.counted === null ? texts.isOpen : formatClp(row.counted)),
  },
  {
    id: 'difference',
    header: texts.difference,
    width: 11,
    cell: (row) =>
      row.difference === null ? (
        '–'
      ) : (
        <>
          <p>{differenceWords(row.difference)}</p>
          <p className={styles.muted}>{row.reason}</p>
        </>
      ),
  },
  {
    id: 'actions',
    header: texts.actions,
    kind: 'actions',
    width: 10,
    cell: (row) => (
      <span className={styles.end}>
        <LinkButton
          size="sm"
          to={paths.drawerSheet.getHref(row.id)}
          target="_blank"
          aria-label={texts.sheetOf(row.till, formatDateTime(row.opened_at))}
        >
          {texts.sheet}
        </LinkButton>
        {reopen && row.closed_at !== null && (
          <Button
            size="sm"
            onClick={() => reopen(row)}
            aria-label={texts.reopenOf(row.till, formatDateTime(row.opened_at))}
          >
            {texts.reopen}
          </Button>
        )}
      </span>
    ),
  },
];
