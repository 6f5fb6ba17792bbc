import { may } from '@taller/shared/access/permissions.ts';
import { openDrawersQuery, type OpenDrawer } from '@taller/shared/orders/drawers/drawer-queries.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery } from '@taller/shared/query';
import { useSession } from '@taller/shared/runtime';
import { paths } from '@taller/shared/contract/paths.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import type { OpenDrawerDialogProps } from '#src/components/open-drawer-dialog.tsx';
import { cashTexts } from '#src/components/texts.ts';
import type { CloseDrawerDialogProps } from './close-drawer-dialog.tsx';
import { DrawerList } from './drawer-list.tsx';
import styles from './drawer.module.css';
import type { MoveCashDialogProps } from './move-cash-dialog.tsx';
import { drawerTexts as texts } from './texts.ts';

const OpenDrawerDialog = lazyDialog<OpenDrawerDialogProps>(
  () => import('#src/components/open-drawer-dialog.tsx').then((module) => module.OpenDrawerDialog),
  { title: () => cashTexts.open },
);
const CloseDrawerDialog = lazyDialog<CloseDrawerDialogProps>(
  () => import('./close-drawer-dialog.tsx').then((module) => module.CloseDrawerDialog),
  { title: ({ drawer }) => texts.countOf(drawer.till) },
);
const MoveCashDialog = lazyDialog<MoveCashDialogProps>(
  () => import('./move-cash-dialog.tsx').then((module) => module.MoveCashDialog),
  { title: ({ drawer }) => drawer.till, size: 'sm' },
);

type Task = 'close' | MoveCashDialogProps['kind'];

/** /dashboard/caja: the open cash drawers, what is done with them, and the earlier ones (PAY-20 to PAY-24). */
export function DrawerPage() {
  const role = useSession().user?.role;
  const query = useQuery(openDrawersQuery());
  const { data: settings } = useQuery(deskSettingsQuery());
  const [opening, setOpening] = usePersistedDialog<true>('caja.abrir');
  const [task, setTask] = usePersistedDialog<{ kind: Task; drawer: OpenDrawer }>('caja.tarea');
  const open = query.data ?? [];
  const mayOpen = Boolean(query.data) && open.every((drawer) => !drawer.is_own);
  const hasFreeTill = settings?.tills.some((till) => open.every((drawer) => drawer.till !== till)) ?? false;
  const close = () => setTask(null);
  return (
    <div className={styles.page}>
      <PageHeader
        title={texts.title}
        description={texts.intro}
        actions={
          mayOpen &&
          hasFreeTill && (
            <Button variant="primary" onClick={() => setOpening(true)}>
              {cashTexts.open}
            </Button>
          )
        }
      />
      <Loaded
        query={query}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} count={3} />}
      >
        {(drawers) =>
          drawers.length === 0 ? (
            <p>{settings?.tills.length === 0 ? texts.noTills : texts.noneOpen}</p>
          ) : (
            drawers.map((drawer) => (
              <OpenCard
                key={drawer.id}
                drawer={drawer}
                isMine={drawer.is_own || may(role, 'drawer.oversee')}
                onTask={(kind) => setTask({ kind, drawer })}
              />
            ))
          )
        }
      </Loaded>
      {!query.isPending && <DrawerList />}
      {opening && <OpenDrawerDialog onClose={() => setOpening(null)} />}
      {task?.kind === 'close' && <CloseDrawerDialog drawer={task.drawer} onClose={close} />}
      {task && task.kind !== 'close' && (
        <MoveCashDialog drawer={task.drawer} kind={task.kind} onClose={close} />
      )}
    </div>
  );
}

interface OpenCardProps {
  drawer: OpenDrawer;
  /** The reader counts it. */
  isMine: boolean;
  onTask: (kind: Task) => void;
}

/** An open drawer, and what can be done with it. */
function OpenCard({ drawer, isMine, onTask }: OpenCardProps) {
  return (
    <Card title={drawer.is_own ? `${drawer.till} · ${texts.yours}` : drawer.till}>
      <p>
        {texts.openedBy(drawer.opened_by)}{' '}
        <span className={styles.moment}>{formatDateTime(drawer.opened_at)}</span>
      </p>
      {isMine && (
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => onTask('close')}>
            {texts.count}
          </Button>
          <Button onClick={() => onTask('withdrawal')}>{texts.withdraw}</Button>
          <Button onClick={() => onTask('deposit')}>{texts.deposit}</Button>
          <LinkButton to={paths.drawerSheet.getHref(drawer.id)} target="_blank">
            {texts.sheet}
          </LinkButton>
        </div>
      )}
    </Card>
  );
}
