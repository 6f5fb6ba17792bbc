import { useEffect } from 'react';
import {
  onSessionEnd,
  useLocation,
  useNavigate,
  useSession,
  useConnection,
  dismissToast,
  TOAST_MS,
  useToasts,
} from '@taller/shared/runtime';
import { paths } from '@taller/shared/contract/paths.ts';
import { lazyExtra } from '@taller/shared/ui/lazy-extra.tsx';
import { isProtected } from '@taller/shared/contract/screen-access.ts';
import { SiteFooter } from '#src/layout/site-footer.tsx';
import { SiteHeader } from '#src/layout/site-header.tsx';
import { usePageArrival } from '#src/layout/use-page-arrival.ts';
import { Loading } from '#src/remotes/loading.tsx';
import { useNextRelease } from '#src/remotes/use-next-release.ts';
import { findRoute, resolveScreen } from '#src/routing/resolve-screen.ts';
import { Screen } from '#src/layout/screen.tsx';
import { es } from '#src/texts/es.ts';
import styles from './site.module.css';
import { Banner } from '@taller/shared/ui/banner.tsx';
import connectionBanner from './connection-banner.module.css';
import { ToastViewport } from '@taller/shared/ui/toast-viewport.tsx';

/** Shown while the server or the network is unreachable (SHELL-13). */
function ConnectionBanner() {
  const connection = useConnection();
  const text = connection === 'lost' || connection === 'offline' ? es.connection[connection] : null;
  return (
    <div role="status" className={text ? connectionBanner.place : undefined}>
      {text && <Banner tone="warning">{text}</Banner>}
    </div>
  );
}

/** Removes a toast after its timeout. */
function ToastTimer({ id, ms }: { id: number; ms: number }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms]);
  return null;
}

/** The one toaster of the site (SHELL-09). */
function Toaster() {
  const toasts = useToasts();
  return (
    <>
      <ToastViewport toasts={toasts} onDismiss={dismissToast} />
      {toasts.map(({ id, action }) => (
        <ToastTimer key={id} id={id} ms={action?.ms ?? TOAST_MS} />
      ))}
    </>
  );
}

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
