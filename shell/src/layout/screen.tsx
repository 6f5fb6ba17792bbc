import { Suspense, useEffect, type ReactNode } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link, Navigate, toast, useLocation } from '@taller/shared/runtime';
import { AuthScreens } from '#src/features/auth/auth-screens.tsx';
import { DashboardFrame } from '#src/layout/dashboard-frame.tsx';
import { Loading } from '#src/remotes/loading.tsx';
import { PartBoundary } from '#src/remotes/part-boundary.tsx';
import { QueryArea } from '#src/remotes/query-area.tsx';
import { RemoteScreen } from '#src/remotes/remote-screen.tsx';
import type { Resolution } from '#src/routing/resolve-screen.ts';
import type { Screen as ScreenRoute } from '@taller/shared/contract/screen.ts';
import { isProtected } from '@taller/shared/contract/screen-access.ts';
import type { Target } from '#src/routing/route-table.ts';
import { es } from '#src/texts/es.ts';
import styles from './screen.module.css';

function Denied() {
  return (
    <div className={styles.denied} role="alert">
      <h1>{es.denied}</h1>
      <p>{es.deniedHint}</p>
      <Link to={paths.home.getHref()}>{es.backHome}</Link>
    </div>
  );
}

/** Redirects from an address without a screen, and says so (SHELL-04). */
function UnknownAddress({ to }: { to: string }) {
  useEffect(() => toast.info(es.unknownAddress), []);
  return <Navigate to={to} replace />;
}

/**
 * A part of the site with its own error boundary: for its code, its data and its rendering. The key resets the boundary
 * between parts.
 */
function Part({ name, framed, children }: { name: string; framed?: boolean; children: ReactNode }) {
  return (
    <PartBoundary key={name} name={name}>
      <Suspense fallback={<Loading framed={framed} />}>{children}</Suspense>
    </PartBoundary>
  );
}

function TargetScreen({ target, route }: { target: Target; route: ScreenRoute }) {
  if (target.kind === 'shell') {
    return (
      <Part name={target.screen}>
        <AuthScreens screen={target.screen} />
      </Part>
    );
  }
  const name = `${target.remote}/${target.module}`;
  const screen = <RemoteScreen key={name} target={target} />;
  return (
    <Part name={name} framed={route.frame === 'dashboard' || route.frame === 'desk'}>
      {isProtected(route) ? <QueryArea>{screen}</QueryArea> : screen}
    </Part>
  );
}

function framed(route: ScreenRoute, content: ReactNode) {
  if (route.frame === 'dashboard') return <DashboardFrame>{content}</DashboardFrame>;
  if (route.frame === 'desk') {
    return (
      <div className={styles.desk} data-density="compact">
        {content}
      </div>
    );
  }
  return content;
}

/** Shows the guard's decision for the current path. */
export function Screen({ resolution }: { resolution: Resolution }) {
  const { pathname, search, hash } = useLocation();
  if (resolution.kind === 'waiting') return <Loading />;
  if (resolution.kind === 'denied') return <Denied />;
  if (resolution.kind === 'unknown') return <UnknownAddress to={resolution.to} />;
  if (resolution.kind === 'redirect') {
    const state = resolution.keepWanted ? { wanted: pathname + search + hash } : null;
    return <Navigate to={resolution.to} replace state={state} />;
  }
  const { route, target } = resolution;
  return framed(route, <TargetScreen target={target} route={route} />);
}
