import type { ReactNode } from 'react';
import type { User } from '@taller/shared/people/users/users-query.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { isStaff, ROLE_LABELS } from '@taller/shared/access/roles.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { useSession } from '@taller/shared/runtime';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { DataTable, type DataTableProps } from '@taller/shared/ui/data-table.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { MailAddress } from '@taller/shared/ui/mail-address.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { userTexts } from '#src/features/users/texts.ts';
import styles from './user-list.module.css';

export interface UserListProps extends Pick<
  DataTableProps<User>,
  'label' | 'query' | 'rows' | 'empty' | 'filtered' | 'pages'
> {
  onEdit: (user: User) => void;
  onDelete: (user: User) => void;
}

function Rut({ user }: { user: User }) {
  if (!user.rut) return <span className={styles.missing}>—</span>;
  return (
    <span className={styles.rut}>
      <span>{formatRut(user.rut)}</span>
      {!isStaff(user.role) && user.rut_verified_at && (
        <BadgeCheck role="img" aria-label={userTexts.rutConfirmed} className={styles.verified} />
      )}
    </span>
  );
}

function Name({ user, own }: { user: User; own: boolean }) {
  return (
    <span className={styles.name}>
      <span>{user.full_name || userTexts.noName}</span>
      {own && <Badge>{userTexts.you}</Badge>}
    </span>
  );
}

function tableColumns(
  ownId: string | undefined,
  actions: (user: User) => ReactNode,
): readonly Column<User>[] {
  const { columns: headers } = userTexts;
  return [
    {
      id: 'name',
      header: headers.name,
      width: 11,
      cell: (user) => <Name user={user} own={user.id === ownId} />,
    },
    {
      id: 'email',
      header: headers.email,
      width: 11,
      plain: true,
      cell: (user) => <MailAddress address={user.email} />,
    },
    { id: 'rut', header: headers.rut, kind: 'fact', width: 7.5, cell: (user) => <Rut user={user} /> },
    {
      id: 'phone',
      header: headers.phone,
      kind: 'fact',
      width: 7.5,
      cell: (user) => formatPhone(user.phone ?? '') || '—',
    },
    {
      id: 'role',
      header: headers.role,
      kind: 'fact',
      width: 5.5,
      cell: (user) => <Badge>{ROLE_LABELS[user.role]}</Badge>,
    },
    {
      id: 'since',
      header: headers.since,
      kind: 'fact',
      width: 5.5,
      priority: 'low',
      cell: (user) => formatDate(user.created_at),
    },
    { id: 'actions', header: headers.actions, kind: 'actions', width: 5, cell: actions },
  ];
}

/** Accounts in a list. The own account cannot be deleted here. */
export function UserList({ onEdit, onDelete, ...list }: UserListProps) {
  const ownId = useSession().user?.id;

  const actions = (user: User) => {
    const name = user.full_name || user.email;
    const own = user.id === ownId;
    return (
      <span className={styles.actions}>
        <IconButton
          size="sm"
          label={userTexts.edit(name)}
          icon={<Pencil aria-hidden="true" />}
          onClick={() => onEdit(user)}
        />
        <IconButton
          size="sm"
          label={userTexts.remove(name)}
          title={own ? userTexts.ownAccount : userTexts.remove(name)}
          disabled={own}
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => onDelete(user)}
        />
      </span>
    );
  };

  return (
    <DataTable
      {...list}
      columns={tableColumns(ownId, actions)}
      rowKey={(user) => user.id}
      loadFailed={userTexts.loadFailed}
      skeleton={{ rows: 3, label: userTexts.loading }}
    />
  );
}
