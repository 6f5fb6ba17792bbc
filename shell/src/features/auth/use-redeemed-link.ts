import { useEffect, useState } from 'react';
import { redeemMailLink, useMailLink, type MailLink } from '@taller/shared/runtime';
import { describeUnexpected, type AuthFailure } from './auth-failure.ts';

const redeem = (onFailure: (failure: AuthFailure) => void) =>
  void redeemMailLink().catch((cause: unknown) => onFailure(describeUnexpected(cause)));

/** State of the mailed link that opened this page; redeems its code on mount, and on every `retry`. */
export function useRedeemedLink(): { link: MailLink; failure: AuthFailure | null; retry: () => void } {
  const link = useMailLink();
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  useEffect(() => {
    if (link.status === 'open') redeem(setFailure);
  }, [link.status]);
  const retry = () => {
    setFailure(null);
    redeem(setFailure);
  };
  return { link, failure, retry };
}
