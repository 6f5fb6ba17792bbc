import { Button } from '@taller/shared/ui/button.tsx';
import { uiTexts } from '@taller/shared/ui/texts.ts';
import { AuthFailureBox } from './auth-failure-box.tsx';
import type { AuthFailure } from './auth-failure.ts';

/**
 * The server could not be reached to redeem a mailed link. Its code exists only in this page, so the page retries
 * itself.
 */
export function RedeemFailure({ failure, onRetry }: { failure: AuthFailure; onRetry: () => void }) {
  return (
    <>
      <AuthFailureBox failure={failure} />
      <Button variant="primary" size="lg" block onClick={onRetry}>
        {uiTexts.retry}
      </Button>
    </>
  );
}
