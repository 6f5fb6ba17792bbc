import { useState } from 'react';
import UserPlus from 'lucide-react/icons/user-plus';
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
import { Button } from '@taller/shared/ui/button.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { customerTexts } from '#src/features/customers/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { ConfirmRutDialog } from './confirm-rut-dialog.tsx';
import type { NewAccountDialogProps } from './new-account-dialog.tsx';
import { VerifiedBadge } from './verified-badge.tsx';
import styles from './customers-section.module.css';

const NewAccountDialog = lazyDialog<NewAccountDialogProps>(
  () => import('./new-account-dialog.tsx').then((module) => module.NewAccountDialog),
  { title: () => customerTexts.newAccount.title, size: 'sm' },
);
const InvitationDialog = lazyDialog<InvitationDialogProps>(
  () => import('@taller/shared/people/users/invitation-dialog.tsx').then((module) => module.InvitationDialog),
  { title: () => invitationTexts.title, size: 'sm' },
);

const FACTS: readonly Column<CustomerAccount>[] = [
  {
    id: 'name',
    header: customerTexts.list.name,
    width: 13.5,
    cell: ({ id, full_name: name, email, phone }) => (
      <>
        <Link className={styles.name} to={paths.customer.getHref(id)} data-target>
          {name || email}
        </Link>
        <p className={styles.contact}>
          <span>{email}</span>
          {phone && <a href={telHref(phone)}>{formatPhone(phone)}</a>}
        </p>
      </>
    ),
  },
  {
    id: 'rut',
    header: customerTexts.list.rut,
    kind: 'fact',
    width: 9,
    cell: ({ rut, rut_verified_at: verified }) => (
      <span className={styles.rut}>
        {rut ? formatRut(rut) : customerTexts.noRut}
        <VerifiedBadge isVerified={verified !== null} />
      </span>
    ),
  },
];

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
  const actions: Column<CustomerAccount> = {
    id: 'actions',
    header: customerTexts.actions,
    kind: 'actions',
    width: mayMake ? 17.5 : 8.5,
    cell: (customer) => (
      <RowActions
        customer={customer}
        onConfirm={mayConfirm ? () => setConfirming(customer) : undefined}
        onInvite={mayMake ? () => setInvited(customer) : undefined}
      />
    ),
  };
  return (
    <div className={styles.section}>
      <p className={styles.intro}>{customerTexts.intro}</p>
      <div className={styles.bar}>
        <SearchBox
          className={styles.search}
          label={customerTexts.list.search}
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
      <DataTable
        label={customerTexts.accounts}
        columns={mayMake || mayConfirm ? [...FACTS, actions] : FACTS}
        query={customers}
        rows={customers.data}
        rowKey={(customer) => customer.id}
        loadFailed={failureText(customers.error, customerTexts.list.failed)}
        skeleton={{ rows: 5, label: commonTexts.loading }}
        empty={{ title: customerTexts.noAccounts }}
        filtered={text !== '' && { title: customerTexts.none, onClear: () => setText('') }}
      />
      {customers.data?.length === CUSTOMER_SEARCH_LIMIT && (
        <p className={styles.intro}>{customerTexts.list.many}</p>
      )}
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

interface RowActionsProps {
  customer: CustomerAccount;
  onConfirm?: () => void;
  /** Another link for an account that nobody has used yet; the server refuses the others. */
  onInvite?: () => void;
}

function RowActions({ customer, onConfirm, onInvite }: RowActionsProps) {
  const name = customer.full_name || customer.email;
  return (
    <span className={styles.end}>
      {!customer.rut_verified_at && onConfirm && (
        <Button size="sm" aria-label={customerTexts.confirmOf(name)} onClick={onConfirm}>
          {customerTexts.confirm}
        </Button>
      )}
      {onInvite && (
        <Button size="sm" aria-label={customerTexts.inviteOf(name)} onClick={onInvite}>
          {invitationTexts.open}
        </Button>
      )}
    </span>
  );
}
