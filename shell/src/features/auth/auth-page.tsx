import { useEffect, useState, useSyncExternalStore } from 'react';
import { DRAFT_SEALED, hasDrafts } from '@taller/shared/contract/draft-store.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  readFacts,
  giveUpSecondFactor,
  Link,
  useLocation,
  useNavigate,
  useSearchParams,
  useSession,
} from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { authTexts } from '#src/texts/auth.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CodeForm } from './code-form.tsx';
import { LoginForm } from './login-form.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { UnansweredSession } from './unanswered-session.tsx';
import styles from './auth-layout.module.css';

/** State of a history entry of /auth: the page to return to, and whether a registration has just succeeded. */
interface AuthState {
  wanted?: unknown;
  registered?: boolean;
}

function onDraftSealed(listener: () => void): () => void {
  addEventListener(DRAFT_SEALED, listener);
  return () => removeEventListener(DRAFT_SEALED, listener);
}

/**
 * /auth: log-in, or registration with ?register=true (AUTH-01). Messages belong to the form or to the history entry, so
 * that switching clears them; switching replaces the entry.
 */
export function AuthPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const session = useSession();
  const registering = query.get('register') === 'true';
  const state = (location.state ?? {}) as AuthState;
  const kept: AuthState = { wanted: state.wanted };
  /** The history entry in which the user has submitted the log-in. */
  const [triedAt, setTriedAt] = useState<string | null>(null);
  // The drafts of a tab whose user signed out in another one are being sealed now.
  const keepsDrafts = useSyncExternalStore(onDraftSealed, hasDrafts, () => false);
  const isFresh = !registering && triedAt !== location.key;
  const title = registering ? authTexts.registerTitle : authTexts.loginTitle;

  useEffect(() => {
    document.title = `${title} · ${readFacts().shop.name}`;
  }, [title]);

  const finishRegistration = () =>
    void navigate(paths.auth.getHref(), { replace: true, state: { ...kept, registered: true } });

  if (session.status === 'loading' && session.unanswered) {
    return (
      <AuthLayout title={authTexts.loginTitle} intro={authTexts.loginIntro}>
        <UnansweredSession unanswered={session.unanswered} />
      </AuthLayout>
    );
  }
  if (session.status === 'signed-out' && session.codeNeeded) {
    return (
      <AuthLayout title={authTexts.codeTitle} intro={authTexts.codeIntro}>
        <CodeForm onGiveUp={giveUpSecondFactor} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={title} intro={registering ? authTexts.registerIntro : authTexts.loginIntro}>
      {!registering && session.status === 'signed-out' && session.ended && (
        <Banner tone="info" alert>
          {keepsDrafts ? `${authTexts.sessionEnded} ${authTexts.draftsKept}` : authTexts.sessionEnded}
        </Banner>
      )}
      {isFresh && state.registered && (
        <Banner tone="success" alert>
          {authTexts.registered}
        </Banner>
      )}
      {registering ? (
        <RegistrationForm onRegistered={finishRegistration} />
      ) : (
        <LoginForm onTry={() => setTriedAt(location.key)} />
      )}
      {/* The same link in both modes, so that it keeps the keyboard focus. */}
      <p className={styles.switch}>
        <span>{registering ? authTexts.haveAccount : authTexts.noAccount}</span>
        <Link to={registering ? paths.auth.getHref() : paths.register.getHref()} replace state={kept}>
          {registering ? authTexts.toLogin : authTexts.toRegister}
        </Link>
      </p>
    </AuthLayout>
  );
}
