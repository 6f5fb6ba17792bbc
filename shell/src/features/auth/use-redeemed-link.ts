import { useEffect, useState } from 'react';
import { redeemMailLink, useMailLink, type MailLink } from '@taller/shared/runtime';
import { describeUnexpected, type AuthFailure } from './auth-failure.ts';

/** What the mail's link that opened this page came to; redeems its code when first shown. */
export function useRedeemedLink(): { link: MailLink; failure: AuthFailure | null } {
  const link = useMailLink();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  useEffect(() => {
    if (link.status !== 'open') return;
    redeemMailLink().catch((cause: unknown) => setFailure(describeUnexpected(cause)));
  }, [link.status]);
  return { link, failure };
}
