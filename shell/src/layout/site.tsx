import { lazy, Suspense, useEffect } from 'react';
import { onSessionEnd, useLocation, useMailLink, useNavigate, useSession } from '@taller/shared/runtime';
import { paths } from '@taller/shared/contract/paths.ts';
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

/** For people who are signed in only: visitors of public pages do not load it. Without it a session still ends on the server. */
const IdleNotice = lazy(() =>
  import('#src/layout/idle-notice.tsx').then(
    (module) => ({ default: module.IdleNotice }),
    () => ({ default: () => null }),
  ),
);

/** The page to return to after the sign-in, as the redirect to /auth left it in the history entry. */
function wantedPage(state: unknown): string | null {
  const wanted = (state as { wanted?: unknown } | null)?.wanted;
  return typeof wanted === 'string' && wanted.startsWith('/') && !wanted.startsWith('//') ? wanted : null;
}

/** Header, the screen of the address, footer, toasts. */
export function Site() {
  const location = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const mailLink = useMailLink();
  const hasMailLink = mailLink.status === 'open' || mailLink.status === 'redeemed';
  const resolution = resolveScreen(location.pathname, session, wantedPage(location.state), hasMailLink);
  const route = resolution.kind === 'redirect' ? findRoute(location.pathname) : resolution.route;
  usePageArrival(route);
  const leaving = useNextRelease(location.pathname);

  // Every end of a session that the person did not ask for leads to /auth, from public pages as well. From the others
  // the guard leads there, which remembers the page.
  const isPublic = route && !route.permission;
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
      {session.user && (
        <Suspense fallback={null}>
          <IdleNotice />
        </Suspense>
      )}
      <main id="contenido" tabIndex={-1} className={styles.main}>
        {screen}
      </main>
      <SiteFooter />
      <Toaster />
    </div>
  );
}
