// The stateful part of the site: a federated singleton, so that every remote shares this session, these toasts and this
// router. Exports are listed by name (no `export *`), since unused exports would be shipped to every visitor.
export {
  BrowserRouter,
  Link,
  matchPath,
  Navigate,
  NavigationType,
  NavLink,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
} from 'react-router-dom';
export type { LinkProps, NavLinkProps, RouteObject } from 'react-router-dom';
export { startConnectionProbe, useConnection } from '#src/runtime/connection.ts';
export type { Connection } from '#src/runtime/connection.ts';
export type { CurrentUser } from '#src/runtime/current-user.ts';
export { readFacts } from '#src/runtime/facts.ts';
export { AttemptContext, lazyPage, LazyValue, useLazyValue } from '#src/runtime/lazy-page.tsx';
export { useMailLink } from '#src/runtime/mail-link.ts';
export type { MailLink } from '#src/runtime/mail-link.ts';
export { acceptMailLink, dismissMailLink, redeemMailLink } from '#src/runtime/mail-session-later.ts';
export { retryWithBackOff, StopRetrying } from '#src/runtime/retry.ts';
export { getSession, onSessionChange, onSessionEnd, useSession } from '#src/runtime/session-store.ts';
export type { Session, SessionEnd } from '#src/runtime/session-store.ts';
export {
  expireSession,
  giveUpSecondFactor,
  refreshCurrentUser,
  sendPasswordReset,
  signIn,
  signOut,
  signUp,
  startSession,
  updatePassword,
  verifySecondFactor,
} from '#src/runtime/session.ts';
export type { AuthOutcome } from '#src/runtime/auth-refusal.ts';
export type { Registration } from '#src/runtime/session.ts';
export { watchSession } from '#src/runtime/session-watch.ts';
export { detachedSupabase, siteConfig, supabase } from '#src/runtime/supabase.ts';
export type { SiteConfig, Supabase } from '#src/runtime/supabase.ts';
export { dismissToast, toast, TOAST_MS, useToasts } from '#src/runtime/toast.ts';
export type { Toast, ToastKind } from '#src/runtime/toast.ts';
export { useSearchParams } from '#src/runtime/use-search-params.ts';
