import { useState } from 'react';
import {
  CUSTOMERS_PAGE_SIZE,
  usersQuery,
  type User,
  type UserGroup,
} from '@taller/shared/people/users/users-query.ts';
import { InvitationDialog } from '@taller/shared/people/users/invitation-dialog.tsx';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { isFirstReading } from '@taller/shared/query/is-first-reading.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import UserPlus from 'lucide-react/icons/user-plus';
import { EditUserDialog } from '#src/features/users/edit-user-dialog.tsx';
import { NewUserDialog } from '#src/features/users/new-user-dialog.tsx';
import { UserList } from '#src/features/users/user-list.tsx';
import { userTexts } from '#src/features/users/texts.ts';
import styles from './users-page.module.css';
import { useDeleteUserMutation } from '@taller/shared/people/users/user-mutations.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { changeReason } from '#src/features/users/user-errors.ts';

/** Confirms, then deletes profile and account (ORD-14). */
function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteUserMutation();
  const confirm = async () => {
    try {
      await remove.mutateAsync(user.id);
    } catch (error) {
      console.error('The user could not be deleted', error);
      toast.error(withRequestCode(userTexts.deleteFailed, error));
      return;
    }
    toast.success(userTexts.deleted);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => next || onClose()}
      title={userTexts.confirm.title(user.full_name || user.email)}
      description={userTexts.confirm.text(user.email)}
      confirmLabel={userTexts.confirm.action}
      danger
      loading={remove.isPending}
      error={(remove.error && changeReason(remove.error)) ?? undefined}
      onConfirm={() => void confirm()}
    />
  );
}

interface GroupProps {
  group: UserGroup;
  search: string;
  onClearSearch: () => void;
  page: number;
  onPageChange: (page: number) => void;
  onEdit: (user: User) => void;
  onDelete: (user: User) => void;
}

const GROUP_TEXTS = {
  staff: { title: userTexts.staff, none: { title: userTexts.noStaff }, noneFound: userTexts.noStaffFound },
  customers: {
    title: userTexts.customers,
    none: { title: userTexts.noCustomers, hint: userTexts.noCustomersHint },
    noneFound: userTexts.noCustomersFound,
  },
} as const;

/** One of the two groups: staff on one page, customers in pages of 20. */
function Group({ group, search, onClearSearch, page, onPageChange, ...actions }: GroupProps) {
  const users = useQuery(usersQuery(group, search, page));
  const { data, isFetching } = users;
  const texts = GROUP_TEXTS[group];
  return (
    <section className={styles.group} aria-busy={isFetching}>
      <h2 className={styles.groupTitle}>{texts.title}</h2>
      <UserList
        label={texts.title}
        query={users}
        rows={data?.users}
        empty={texts.none}
        filtered={search !== '' && { title: texts.noneFound, onClear: onClearSearch }}
        pages={
          group === 'customers'
            ? {
                label: userTexts.customerPages,
                page,
                pageSize: CUSTOMERS_PAGE_SIZE,
                total: data?.total ?? 0,
                onPageChange,
              }
            : undefined
        }
        {...actions}
      />
    </section>
  );
}

/** Both groups of users, at once. */
function Groups({ page, ...handlers }: Omit<GroupProps, 'group'>) {
  const queries = [
    useQuery(usersQuery('staff', handlers.search, 1)),
    useQuery(usersQuery('customers', handlers.search, page)),
  ];
  if (isFirstReading(...queries)) return <Skeleton label={userTexts.loading} shape="rows" count={6} />;
  return (
    <>
      <Group group="staff" page={1} {...handlers} />
      <Group group="customers" page={page} {...handlers} />
    </>
  );
}

type Open = { what: 'new' } | { what: 'edit' | 'delete' | 'invite'; user: User };

/** All accounts, staff first; admins add, edit and delete them here (ORD-14). */
export function UsersPage() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = usePersistedDialog<Open>('usuarios');
  const close = () => setOpen(null);
  const searchFor = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  const handlers = {
    search,
    onClearSearch: () => searchFor(''),
    onEdit: (user: User) => setOpen({ what: 'edit', user }),
    onDelete: (user: User) => setOpen({ what: 'delete', user }),
  };
  return (
    <div className={styles.screen}>
      <div className={styles.bar}>
        <div className={styles.title}>
          <ScreenTitle>{userTexts.title}</ScreenTitle>
        </div>
        <SearchBox label={userTexts.search} value={search} onSearch={searchFor} className={styles.search} />
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden="true" />}
          onClick={() => setOpen({ what: 'new' })}
        >
          {userTexts.add}
        </Button>
      </div>
      <Groups page={page} onPageChange={setPage} {...handlers} />
      <NewUserDialog open={open?.what === 'new'} onClose={close} />
      {open?.what === 'edit' && (
        <EditUserDialog
          user={open.user}
          onClose={close}
          onInvite={() => setOpen({ what: 'invite', user: open.user })}
        />
      )}
      {open?.what === 'invite' && <InvitationDialog person={open.user} onClose={close} />}
      {open?.what === 'delete' && <DeleteUserDialog user={open.user} onClose={close} />}
    </div>
  );
}
