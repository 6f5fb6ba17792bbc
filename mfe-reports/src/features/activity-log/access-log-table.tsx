import { paths } from '@taller/shared/contract/paths.ts';
import { accessLogQuery, type AccessLogRow } from '@taller/shared/activity/activity-queries.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { formatRut, isValidRut } from '@taller/shared/values/rut.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { isRole, ROLE_LABELS } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import type { Column } from '@taller/shared/ui/table.tsx';
import { dateColumn, LogTable, type LogProps } from './log-table.tsx';
import { logTexts, accessLogTexts } from '#src/features/activity-log/texts.ts';
import styles from './activity-log.module.css';

/** A searched RUT or phone, in the form in which every screen has it. */
const readable = (subject: string) => (isValidRut(subject) ? formatRut(subject) : formatPhone(subject));

/** The accessed data: an order with its link, an account, a searched number, or a list's row count. */
function Accessed({ row }: { row: AccessLogRow }) {
  if (row.kind === 'order') {
    return row.order_id ? (
      <Link to={paths.orderView.getHref(row.order_id)}>
        {accessLogTexts.order(formatOrderNumber(row.order_number))}
      </Link>
    ) : (
      <span>{accessLogTexts.goneOrder}</span>
    );
  }
  if (row.kind === 'customer') return <span>{accessLogTexts.account}</span>;
  if (row.kind === 'search')
    return <span>{accessLogTexts.search(row.subject && readable(row.subject), row.searched_by)}</span>;
  return (
    <span>{row.kind === 'export' ? accessLogTexts.exported(row.rows) : accessLogTexts.listed(row.rows)}</span>
  );
}

const COLUMNS: readonly Column<AccessLogRow>[] = [
  dateColumn((row) => row.looked_at),
  {
    id: 'user',
    header: logTexts.user,
    width: 9,
    cell: ({ actor_name: name, actor_role: role }) => (
      <>
        <span>{name}</span>
        <p className={styles.role}>{isRole(role) ? ROLE_LABELS[role] : role}</p>
      </>
    ),
  },
  { id: 'what', header: accessLogTexts.what, width: 10.5, cell: (row) => <Accessed row={row} /> },
  { id: 'whom', header: accessLogTexts.whom, width: 9, cell: (row) => row.customer_name ?? '—' },
];

/** Audit log of staff access to personal data, paged (PRIV-10). */
export function AccessLogTable({ request, onChange }: LogProps) {
  const log = useQuery(accessLogQuery({ ...request, action: null }));
  return (
    <LogTable
      log={log}
      request={request}
      onChange={onChange}
      columns={COLUMNS}
      label={accessLogTexts.title}
      empty={accessLogTexts.empty}
      emptyFiltered={accessLogTexts.emptyFiltered}
    />
  );
}
