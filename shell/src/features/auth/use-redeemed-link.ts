import { useEffect, useState } from 'react';
import { redeemMailLink, useMailLink, type MailLink } from '@taller/shared/runtime';
import { describeUnexpected, type AuthFailure } from './auth-failure.ts';

/** What the mail's link that opened this page came to; redeems its code when first shown, and with every `retry`. */
export function useRedeemedLink(): { link: MailLink; failure: AuthFailure | null; retry: () => void } {
  const link = useMailLink();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    if (link.status !== 'open') return;
    redeemMailLink().catch((cause: unknown) => setFailure(describeUnexpected(cause)));
  }, [link.status, attempt]);
  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return { link, failure, retry };
}
