import Printer from 'lucide-react/icons/printer';
import { paths } from '@taller/shared/contract/paths.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { callsQuery, CALLS_PER_PAGE, type CallRow } from '@taller/shared/orders/unclaimed/calls-query.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { pageField } from '@taller/shared/values/address-state.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { ContactLinks } from '#src/components/contact-links.tsx';
import { customerTexts } from '#src/features/customers/texts.ts';
import type { AttemptDialogProps } from './attempt-dialog.tsx';
import styles from './customers-section.module.css';

const { calls: texts } = customerTexts;

const AttemptDialog = lazyDialog<AttemptDialogProps>(
  () => import('./attempt-dialog.tsx').then((module) => module.AttemptDialog),
  { title: () => texts.note, size: 'sm' },
);

const FIELDS = { page: pageField };

/** 'Por llamar' (TIME-44): devices that nobody fetched, with what was tried, and the letter. */
export function CallList() {
  const { state, change } = useAddressState(FIELDS);
  const query = useQuery(callsQuery(state.page));
  const [noting, setNoting] = usePersistedDialog<CallRow>('llamado');
  return (
    <div className={styles.section}>
      <p className={styles.intro}>{texts.intro}</p>
      <DataTable
        label={texts.title}
        query={query}
        rows={query.data?.rows}
        rowKey={({ order_id }) => order_id}
        columns={columnsWith(setNoting)}
        loadFailed={texts.loadFailed}
        skeleton={{ rows: 5, label: texts.loading }}
        empty={{ title: texts.none, hint: texts.noneHint }}
        pages={{
          label: texts.pages,
          page: state.page,
          pageSize: CALLS_PER_PAGE,
          total: query.data?.total ?? 0,
          onPageChange: (page) => change({ page }),
        }}
      />
      {noting && <AttemptDialog row={noting} onClose={() => setNoting(null)} />}
    </div>
  );
}

/** The last attempt, with the reminders before it. */
function Tried({ row }: { row: CallRow }) {
  const [last] = row.tried;
  return (
    <>
      {last && <p>{texts.tried[last.kind](formatDate(last.at), last.by, last.note)}</p>}
      <p className={styles.muted}>{texts.before(row.tried.length, row.reminders)}</p>
    </>
  );
}

const columnsWith = (note: (row: CallRow) => void): readonly Column<CallRow>[] => [
  {
    id: 'customer',
    header: texts.customer,
    width: 11,
    priority: 'high',
    cell: (row) => (
      <>
        <Link to={paths.orderView.getHref(row.order_id)}>
          {`#${formatOrderNumber(row.order_number)} · ${row.customer_name}`}
        </Link>
        <p className={styles.muted}>{deviceText(row)}</p>
      </>
    ),
  },
  {
    id: 'ready',
    header: texts.ready,
    width: 8,
    cell: (row) => (
      <>
        <p>{formatDate(row.ready_on)}</p>
        {row.owed > 0 && <p className={styles.muted}>{texts.owed(formatClp(row.owed))}</p>}
      </>
    ),
  },
  { id: 'tried', header: texts.what, width: 14, cell: (row) => <Tried row={row} /> },
  {
    id: 'actions',
    header: texts.actions,
    kind: 'actions',
    width: 13,
    cell: (row) => (
      <span className={styles.end}>
        <ContactLinks phones={[row.customer_phone, row.second_phone]} />
        <span className={styles.end}>
          <Button size="sm" onClick={() => note(row)} aria-label={texts.noteOf(row.customer_name)}>
            {texts.note}
          </Button>
          {row.letter_due && (
            <LinkButton
              size="sm"
              to={paths.printLetter.getHref(row.order_id)}
              target="_blank"
              icon={<Printer aria-hidden="true" />}
              aria-label={texts.letterOf(row.customer_name)}
            >
              {texts.letter}
            </LinkButton>
          )}
        </span>
      </span>
    ),
  },
];
