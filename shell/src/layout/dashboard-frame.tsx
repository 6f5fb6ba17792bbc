import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { BELL } from '@taller/shared/contract/widgets.ts';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import { ROLE_LABELS, type Role } from '@taller/shared/access/roles.ts';
import { useSession } from '@taller/shared/runtime';
import { TabLinks, type TabLink } from '@taller/shared/ui/tab-links.tsx';
import { PartBoundary } from '#src/remotes/part-boundary.tsx';
import { QueryArea } from '#src/remotes/query-area.tsx';
import { RemoteWidget } from '#src/remotes/remote-screen.tsx';
import { isOpenTo, ROUTES, type RemoteTarget } from '#src/routing/route-table.ts';
import { es } from '#src/texts/es.ts';
import styles from './dashboard-frame.module.css';

/** The tabs of the panel (ORD-01), in the order of a typical working day. The first is not active on nested paths. */
const tabsFor = (role: Role): TabLink[] =>
  ROUTES.flatMap((route) =>
    route.tab && isOpenTo(route, role)
      ? [{ href: route.path, label: route.tab, end: route.path === paths.dashboard.path }]
      : [],
  );

const BELL_TARGET: RemoteTarget = { kind: 'remote', ...BELL };

function Bell() {
  return (
    <PartBoundary name={`${BELL.remote}/${BELL.module}`} small>
      <Suspense fallback={null}>
        <QueryArea>
          <RemoteWidget target={BELL_TARGET} />
        </QueryArea>
      </Suspense>
    </PartBoundary>
  );
}

/**
 * Applies the compact density while `on`. Set on the body, so that dialogs and menus rendered at its end have it too.
 */
function useCompact(on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return undefined;
    document.body.dataset.density = 'compact';
    return () => {
      delete document.body.dataset.density;
    };
  }, [on]);
}

/** Heading, tabs and bell around the screens of the panel. Customers see only the heading. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const hasDesk = mayOpen(user?.role, 'desk');
  useCompact(hasDesk);
  if (!user) return null;
  return (
    <div className={styles.frame}>
      <div className={styles.top}>
        <h1 className={styles.title}>
          {hasDesk ? es.dashboard.panelOf(ROLE_LABELS[user.role]) : es.dashboard.myPanel}
        </h1>
        {hasDesk && <Bell />}
      </div>
      {hasDesk && (
        <div className={styles.tabs}>
          <TabLinks label={es.dashboard.sections} links={tabsFor(user.role)} />
        </div>
      )}
      {children}
    </div>
  );
}
