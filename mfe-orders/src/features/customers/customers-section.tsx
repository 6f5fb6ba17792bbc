import { useState } from 'react';
import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import { may } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  CUSTOMER_SEARCH_LIMIT,
  customerSearchQuery,
  type CustomerAccount,
} from '@taller/shared/people/customers/customer-search-query.ts';
import type { InvitationDialogProps } from '@taller/shared/people/users/invitation-dialog.tsx';
import { invitationTexts } from '@taller/shared/people/users/invitation-texts.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { Link, useSession } from '@taller/shared/runtime';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { customerTexts } from '#src/features/customers/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { ConfirmRutDialog } from './confirm-rut-dialog.tsx';
import type { NewAccountDialogProps } from './new-account-dialog.tsx';
import styles from './customers-section.module.css';

const NewAccountDialog = lazyDialog<NewAccountDialogProps>(
  () => import('./new-account-dialog.tsx').then((module) => module.NewAccountDialog),
  { title: () => customerTexts.newAccount.title, size: 'sm' },
);
const InvitationDialog = lazyDialog<InvitationDialogProps>(
  () => import('@taller/shared/people/users/invitation-dialog.tsx').then((module) => module.InvitationDialog),
  { title: () => invitationTexts.title, size: 'sm' },
);

/**
 * Customer accounts; admins and receptionists make them and verify a RUT with the identity card. The server checks the
 * role.
 */
export function CustomersSection() {
  const { user } = useSession();
  const mayConfirm = may(user?.role, 'rut.confirm');
  const mayMake = may(user?.role, 'customers.create');
  const [text, setText] = useState('');
  const [confirming, setConfirming] = usePersistedDialog<CustomerAccount>('rut');
  const [isMaking, setMaking] = usePersistedDialog<true>('cuenta');
  const [invited, setInvited] = usePersistedDialog<InvitationDialogProps['person']>('invitacion');
  const customers = useQuery(customerSearchQuery(text));
  const rows = customers.data ?? [];
  return (
    <div className={styles.section}>
      <p className={styles.intro}>{customerTexts.intro}</p>
      <div className={styles.bar}>
        <SearchBox
          className={styles.search}
          label={customerTexts.searchCustomer}
          placeholder={customerTexts.searchPlaceholder}
          value={text}
          onSearch={setText}
        />
        {mayMake && (
          <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setMaking(true)}>
            {customerTexts.newAccount.open}
          </Button>
        )}
      </div>
      {customers.isPending && <Skeleton label={commonTexts.loading} shape="rows" count={5} />}
      {customers.isError && (
        <ErrorState
          error={customers.error}
          message={failureText(customers.error, customerTexts.failed)}
          onRetry={() => void customers.refetch()}
          retrying={customers.isFetching}
        />
      )}
      {customers.isSuccess && rows.length === 0 && (
        <EmptyState icon={<Users aria-hidden="true" />} title={customerTexts.none} />
      )}
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((customer) => (
            <CustomerRow
              key={customer.id}
              customer={customer}
              onConfirm={mayConfirm ? () => setConfirming(customer) : undefined}
              onInvite={mayMake ? () => setInvited(customer) : undefined}
            />
          ))}
        </ul>
      )}
      {rows.length === CUSTOMER_SEARCH_LIMIT && <p className={styles.intro}>{customerTexts.manyCustomers}</p>}
      {confirming && <ConfirmRutDialog customer={confirming} onClose={() => setConfirming(null)} />}
      {isMaking && (
        <NewAccountDialog
          onMade={(person) => {
            setMaking(null);
            setInvited(person);
          }}
          onClose={() => setMaking(null)}
        />
      )}
      {invited && <InvitationDialog person={invited} onClose={() => setInvited(null)} />}
    </div>
  );
}

interface CustomerRowProps {
  customer: CustomerAccount;
  onConfirm?: () => void;
  /** Another link for an account that nobody has used yet; the server refuses the others. */
  onInvite?: () => void;
}

function CustomerRow({ customer, onConfirm, onInvite }: CustomerRowProps) {
  const { id, full_name: name, email, rut, phone, rut_verified_at: proven } = customer;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>
          <Link to={paths.customer.getHref(id)}>{name || email}</Link>
        </p>
        <p className={styles.muted}>{email}</p>
      </div>
      <p className={styles.rut}>{rut ? formatRut(rut) : customerTexts.noRut}</p>
      <p>{phone && <a href={telHref(phone)}>{formatPhone(phone)}</a>}</p>
      {proven ? (
        <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
          {customerTexts.confirmed}
        </Badge>
      ) : (
        <Badge tone="warning" icon={<CircleHelp aria-hidden="true" />}>
          {customerTexts.pending}
        </Badge>
      )}
      <div className={styles.end}>
        {onInvite && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={customerTexts.inviteOf(name || email)}
            onClick={onInvite}
          >
            {invitationTexts.open}
          </Button>
        )}
        {!proven && onConfirm && (
          <Button size="sm" aria-label={customerTexts.confirmOf(name || email)} onClick={onConfirm}>
            {customerTexts.confirm}
          </Button>
        )}
      </div>
    </li>
  );
}
