import BadgeCheck from 'lucide-react/icons/badge-check';
import { may } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import {
  FOUND_CUSTOMERS_LIMIT,
  foundCustomersQuery,
  type FoundCustomer,
} from '@taller/shared/orders/customers/found-customers-query.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useLocation, useSession } from '@taller/shared/runtime';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { textField } from '@taller/shared/values/address-state.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { formatPhone, isDiallable, telHref } from '@taller/shared/values/phone.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { customerTexts } from '#src/features/customers/texts.ts';
import styles from './customers-section.module.css';

const { list: texts } = customerTexts;
const FIELDS = { search: textField('buscar') };

/** The way to the customer, and from there back to this search. */
function Customer({ row }: { row: FoundCustomer }) {
  const { search } = useLocation();
  return (
    <>
      <Link className={styles.name} to={paths.customer.getHref(row.order_id)} state={search} data-target>
        {row.customer_name}
      </Link>{' '}
      {row.has_account && <Badge icon={<BadgeCheck aria-hidden="true" />}>{texts.hasAccount}</Badge>}
    </>
  );
}

const COLUMNS: readonly Column<FoundCustomer>[] = [
  {
    id: 'name',
    header: texts.name,
    width: 13,
    cell: (row) => <Customer row={row} />,
  },
  { id: 'rut', header: texts.rut, kind: 'fact', width: 7, cell: (row) => formatRut(row.customer_rut) },
  {
    id: 'phone',
    header: texts.phone,
    kind: 'fact',
    width: 7.75,
    cell: ({ customer_phone: phone }) =>
      isDiallable(phone) ? <a href={telHref(phone)}>{formatPhone(phone)}</a> : phone,
  },
  { id: 'orders', header: texts.orders, kind: 'figure', width: 4, cell: (row) => row.orders },
  {
    id: 'last',
    header: texts.last,
    kind: 'figure',
    width: 6,
    priority: 'low',
    cell: (row) => formatDate(row.last_at),
  },
];

/** The people of the orders: those who came last, or those who fit what is searched (CUST-30). */
export function CustomerList() {
  const { state, change } = useAddressState(FIELDS);
  const { search } = state;
  const mayFindByPhone = may(useSession().user?.role, 'orders.find');
  const customers = useQuery(foundCustomersQuery(search));
  return (
    <div className={styles.section}>
      <SearchBox
        className={styles.search}
        label={texts.search}
        placeholder={mayFindByPhone ? texts.placeholder : texts.placeholderWithoutPhone}
        value={search}
        onSearch={(text) => change({ search: text })}
      />
      <DataTable
        label={texts.label}
        columns={COLUMNS}
        query={customers}
        rows={customers.data}
        rowKey={(row) => row.order_id}
        loadFailed={failureText(customers.error, texts.failed)}
        empty={{ title: texts.empty, hint: texts.emptyText }}
        filtered={search !== '' && { title: texts.none, onClear: () => change({ search: '' }) }}
      />
      {customers.data?.length === FOUND_CUSTOMERS_LIMIT && (
        <p className={styles.intro}>
          {search === '' ? texts.newestOnly(formatThousands(FOUND_CUSTOMERS_LIMIT)) : texts.many}
        </p>
      )}
    </div>
  );
}
