import { useState } from 'react';
import { redeemMailLink, type MailLink } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { linkTexts } from '#src/texts/auth.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import { useAuthCall } from './use-auth-call.ts';

/**
 * Redeems a mailed link by a press. Opening its page uses nothing up: programs that check mails open pages too
 * (SEC-81). If the server could not be asked, the link stays to be pressed again.
 */
export function RedeemLink({ link }: { link: Extract<MailLink, { status: 'open' }> }) {
  const { failure, run } = useAuthCall();
  const [busy, setBusy] = useState(false);
  const redeem = async () => {
    setBusy(true);
    await run(redeemMailLink);
    setBusy(false);
  };
  const { text, press } = linkTexts[link.kind];
  return (
    <>
      <AuthFailureBox failure={failure} />
      <p>{text}</p>
      <Button variant="primary" size="lg" block loading={busy} onClick={() => void redeem()}>
        {press}
      </Button>
    </>
  );
}
