import { useEffect } from 'react';
import { acceptMailLink, dismissMailLink, useSession, type MailLink } from '@taller/shared/runtime';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { authTexts } from '#src/texts/auth.ts';
import { OtherAccount } from './other-account.tsx';

const accept = () =>
  void acceptMailLink().catch((error: unknown) =>
    console.error('The confirmed account was not signed in', error),
  );

/**
 * /auth, opened by the confirmation link in the browser that registered: signs in, unless another user is signed in.
 */
export function ConfirmedAccount({ link }: { link: Extract<MailLink, { status: 'redeemed' }> }) {
  const { status, user } = useSession();
  const isOther = user !== null && user.id !== link.userId;
  const isFree = status !== 'loading' && !isOther;
  useEffect(() => {
    if (isFree) accept();
  }, [isFree]);
  if (!isOther) return <Skeleton label={authTexts.loading} />;
  return (
    <OtherAccount
      linkEmail={link.email}
      openEmail={user.email}
      onContinue={accept}
      onStay={dismissMailLink}
    />
  );
}
