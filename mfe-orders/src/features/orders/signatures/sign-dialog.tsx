import { useState } from 'react';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import type { SignedMoment, Signing } from '@taller/shared/orders/signatures/signature.ts';
import { SignatureForm } from '@taller/shared/orders/signatures/signature-form.tsx';
import { useSignOrderMutation } from '@taller/shared/orders/signatures/signature-mutations.ts';
import { signingQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { signatureCardTexts as texts } from './texts.ts';

export interface SignDialogProps {
  orderId: string;
  moment: SignedMoment;
  /** The other orders of its visit that are handed over with it. */
  others: readonly string[];
  onClose: () => void;
}

/** Signs on this screen (REC-70). */
export function SignDialog({ orderId, moment, others, onClose }: SignDialogProps) {
  const signing = useQuery(signingQuery(orderId, moment, others));
  const { mutate, isPending, error } = useSignOrderMutation();
  // A signature without an answer may be saved: the same one is sent again, whatever is left to sign by then.
  const [sent, setSent] = useState<Signing>();
  const isUnanswered = isPending || (error && dataErrorCode(error) === 'offline');
  return (
    <Dialog open onOpenChange={onClose} title={texts.hereTitle[moment]} size="lg" busy={isPending}>
      <DialogBody>
        <Loaded query={signing} message={texts.readFailed} skeleton={<Skeleton count={4} />}>
          {(current) => {
            const shown = isUnanswered && sent ? sent : current;
            return shown.orders.length === 0 ? (
              <p>{texts.nothing}</p>
            ) : (
              <SignatureForm
                signing={shown}
                busy={isPending}
                failure={error && failureText(error, texts.failed)}
                onSign={(signature) => {
                  setSent(shown);
                  mutate(
                    { orderId, moment, others, ...signature },
                    {
                      onSuccess: () => {
                        toast.success(texts.done);
                        onClose();
                      },
                    },
                  );
                }}
              />
            );
          }}
        </Loaded>
      </DialogBody>
    </Dialog>
  );
}
