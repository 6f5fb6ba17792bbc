import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { BELL } from '@taller/shared/contract/widgets.ts';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import { ROLE_LABELS } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { useLocation, useSession } from '@taller/shared/runtime';
import { PanelTabs } from '#src/layout/panel-tabs.tsx';
import { PartBoundary } from '#src/remotes/part-boundary.tsx';
import { QueryArea } from '#src/remotes/query-area.tsx';
import { RemoteWidget } from '#src/remotes/remote-screen.tsx';
import type { RemoteTarget } from '#src/routing/route-table.ts';
import { es } from '#src/texts/es.ts';
import styles from './dashboard-frame.module.css';

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

/**
 * Tabs and bell around the screens of the panel: above them, and beside them on wide windows (UI-03). The page's h1 is
 * the screen's own, which names what it shows (UI-41). Customers see only the heading of their panel.
 */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const hasDesk = mayOpen(user?.role, 'desk');
  useCompact(hasDesk);
  if (!user) return null;
  if (!hasDesk)
    return (
      <div className={styles.frame}>
        {pathname === paths.dashboard.path && <h1 className={styles.title}>{es.dashboard.myPanel}</h1>}
        {children}
      </div>
    );
  return (
    <div className={styles.staff}>
      <div className={styles.side}>
        <div className={styles.top}>
          <h2 className={styles.small}>{es.dashboard.panelOf(ROLE_LABELS[user.role])}</h2>
          <Bell />
        </div>
        <PanelTabs role={user.role} />
      </div>
      <div className={styles.screen}>{children}</div>
    </div>
  );
}
