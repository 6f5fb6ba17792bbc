import { useState, type ReactNode } from 'react';
import PenLine from 'lucide-react/icons/pen-line';
import Smartphone from 'lucide-react/icons/smartphone';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import type { SignedMoment } from '@taller/shared/orders/signatures/signature.ts';
import { useAskSignatureMutation } from '@taller/shared/orders/signatures/signature-mutations.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import type { PhoneDialogProps } from './phone-dialog.tsx';
import type { SignDialogProps } from './sign-dialog.tsx';
import { signatureCardTexts as texts } from './texts.ts';

const SignDialog = lazyDialog<SignDialogProps>(
  () => import('./sign-dialog.tsx').then((module) => module.SignDialog),
  { title: ({ moment }) => texts.hereTitle[moment], size: 'lg' },
);
const PhoneDialog = lazyDialog<PhoneDialogProps>(
  () => import('./phone-dialog.tsx').then((module) => module.PhoneDialog),
  { title: () => texts.phoneTitle, size: 'sm' },
);

const NONE: readonly string[] = [];

/**
 * The buttons that sign here, or show the code for the customer's phone (REC-73), and their dialogs: these stay when
 * the buttons go because it is signed.
 * @param others orders of its visit that are handed over with it.
 */
export function useSignActions(
  orderId: string,
  moment: SignedMoment,
  others: readonly string[] = NONE,
): { buttons: ReactNode; dialogs: ReactNode } {
  const [isHere, setHere] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const { mutate, isPending } = useAskSignatureMutation();
  const ask = () =>
    mutate(
      { orderId, moment, others },
      { onSuccess: setToken, onError: (error) => toastFailure(texts.byPhone, error) },
    );
  return {
    buttons: (
      <>
        <Button size="sm" icon={<PenLine aria-hidden="true" />} onClick={() => setHere(true)}>
          {texts.here}
        </Button>
        <Button
          size="sm"
          icon={<Smartphone aria-hidden="true" />}
          loading={isPending}
          loadingText={texts.asking}
          onClick={ask}
        >
          {texts.byPhone}
        </Button>
      </>
    ),
    dialogs: (
      <>
        {isHere && (
          <SignDialog orderId={orderId} moment={moment} others={others} onClose={() => setHere(false)} />
        )}
        {token !== null && (
          <PhoneDialog orderId={orderId} moment={moment} token={token} onClose={() => setToken(null)} />
        )}
      </>
    ),
  };
}
