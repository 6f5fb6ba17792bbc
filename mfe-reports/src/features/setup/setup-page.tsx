import { mayOpen } from '@taller/shared/access/permissions.ts';
import { QueryRoot, useQuery } from '@taller/shared/query';
import { useSearchParams, useSession, useLocation, useNavigate } from '@taller/shared/runtime';
import { setupStateQuery } from '@taller/shared/settings/setup-state-query.ts';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { AccountStep } from './account-step.tsx';
import { NothingToSetUp, SignInFirst } from './nothing-to-set-up.tsx';
import { SectionStep } from './section-step.tsx';
import { LATER_STEPS, stepHref, type LaterStep } from './setup-steps.ts';
import styles from './setup.module.css';
import { setupTexts as texts } from './texts.ts';
import { WhatsAppStep } from './whatsapp-step.tsx';
import { useEffect, useState } from 'react';
import { saveDraft, readDraft } from '@taller/shared/forms/drafts.ts';

const TOKEN = /^#([0-9a-f]{64})$/;
const KEPT = 'configurar.direccion';

/**
 * The token of the address that opened the set-up. It is taken out of the address and the history at once, and kept in
 * this tab for a reload.
 */
function useSetupToken(): string | null {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = TOKEN.exec(hash)?.[1];
  const [kept, setKept] = useState(() => readDraft(KEPT));
  if (given !== undefined && given !== kept) setKept(given);
  useEffect(() => {
    if (given !== undefined) saveDraft(KEPT, given);
    if (hash !== '') void navigate(pathname + search, { replace: true });
  }, [given, hash, pathname, search, navigate]);
  return given ?? (typeof kept === 'string' ? kept : null);
}

/** The first step: the account, for whoever has the address. */
function FirstStep({ token }: { token: string | null }) {
  const { data: state, error, isFetching, refetch } = useQuery(setupStateQuery(token ?? ''));
  if (state === undefined)
    return (
      <div className={styles.page}>
        {error ? (
          <ErrorState
            error={error}
            message={texts.failed}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton label={texts.loading} shape="card" />
        )}
      </div>
    );
  return state === 'open' && token !== null ? (
    <AccountStep token={token} />
  ) : (
    <NothingToSetUp state={state === 'open' ? 'wrong' : state} />
  );
}

/** The steps after it, as the admin that it made. */
function NextStep({ step }: { step: LaterStep }) {
  const session = useSession();
  if (session.status === 'loading') return <Skeleton label={texts.loading} shape="card" />;
  if (session.user === null || !mayOpen(session.user.role, 'settings'))
    return <SignInFirst wanted={stepHref(step)} />;
  if (step === 'whatsapp') return <WhatsAppStep />;
  return step === 'tienda' ? (
    <SectionStep key={step} step={step} next="horario" />
  ) : (
    <SectionStep key={step} step={step} next="whatsapp" back="tienda" />
  );
}

/** /configurar: the first set-up of a shop, in four steps (CFG-46). Public, so that it brings its own query cache. */
export function SetupPage() {
  const token = useSetupToken();
  const [params] = useSearchParams();
  const step = LATER_STEPS.find((name) => name === params.get('paso'));
  return <QueryRoot>{step ? <NextStep step={step} /> : <FirstStep key={token} token={token} />}</QueryRoot>;
}
