import { useEffect } from 'react';
import { onSessionEnd, useLocation, useNavigate, useSession } from '@taller/shared/runtime';
import { paths } from '@taller/shared/contract/paths.ts';
import { lazyExtra } from '@taller/shared/ui/lazy-extra.tsx';
import { isProtected } from '@taller/shared/contract/screen-access.ts';
import { ConnectionBanner } from '#src/layout/connection-banner.tsx';
import { SiteFooter } from '#src/layout/site-footer.tsx';
import { SiteHeader } from '#src/layout/site-header.tsx';
import { Toaster } from '#src/layout/toaster.tsx';
import { usePageArrival } from '#src/layout/use-page-arrival.ts';
import { Loading } from '#src/remotes/loading.tsx';
import { useNextRelease } from '#src/remotes/use-next-release.ts';
import { findRoute, resolveScreen } from '#src/routing/resolve-screen.ts';
import { Screen } from '#src/layout/screen.tsx';
import { es } from '#src/texts/es.ts';
import styles from './site.module.css';

/** Only for signed-in users: visitors of public pages do not load it. Without it a session still ends on the server. */
const IdleNotice = lazyExtra(() => import('#src/layout/idle-notice.tsx').then((module) => module.IdleNotice));

/** The page to return to after the sign-in, from the history state of the redirect to /auth. */
function wantedPage(state: unknown): string | null {
  const wanted = (state as { wanted?: unknown } | null)?.wanted;
  return typeof wanted === 'string' && wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : null;
}

/** Header, current screen, footer, toasts. */
export function Site() {
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const resolution = resolveScreen(location.pathname, session, wantedPage(location.state));
  const route = 'route' in resolution ? resolution.route : findRoute(location.pathname);
  usePageArrival(route);
  const leaving = useNextRelease(location.pathname);

  // When a session ends without the user's request, public pages redirect to /auth here. On the others the guard does,
  // and stores the page to return to.
  const isPublic = route && !isProtected(route);
  useEffect(
    () =>
      onSessionEnd((end) => {
        if (end === 'ended' && isPublic) void navigate(paths.auth.getHref());
      }),
    [navigate, isPublic],
  );

  const screen = leaving ? <Loading /> : <Screen resolution={resolution} />;
  if (route?.frame === 'print') return <main>{screen}</main>;
  return (
    <div className={styles.site}>
      <a className={styles.skip} href="#contenido">
        {es.header.skip}
      </a>
      <SiteHeader />
      <ConnectionBanner />
      {session.user && <IdleNotice />}
      <main id="contenido" tabIndex={-1} className={styles.main}>
        {screen}
      </main>
      <SiteFooter />
      <Toaster />
    </div>
  );
}
