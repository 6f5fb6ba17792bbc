import { useEffect, useState } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import { latestOf, type SignedMoment } from '@taller/shared/orders/signatures/signature.ts';
import { SignatureDrawing } from '@taller/shared/orders/signatures/signature-drawing.tsx';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { signatureTexts } from '@taller/shared/orders/signatures/signature-texts.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { QrCode } from '@taller/shared/ui/qr-code.tsx';
import styles from './signatures-card.module.css';
import { signatureCardTexts as texts } from './texts.ts';

/** How often the desk asks whether the phone has signed, while its code is shown: also behind another window. */
const ASK_EVERY = 2000;

export interface PhoneDialogProps {
  orderId: string;
  moment: SignedMoment;
  /** The last part of the link. */
  token: string;
  onClose: () => void;
}

/** The code by which the customer's phone opens what is to be signed, until it is signed (REC-73). */
export function PhoneDialog({ orderId, moment, token, onClose }: PhoneDialogProps) {
  const client = useQueryClient();
  const { data = [] } = useQuery({
    ...orderSignaturesQuery(orderId),
    refetchInterval: ASK_EVERY,
    refetchIntervalInBackground: true,
  });
  const latest = latestOf(data, moment);
  const [before] = useState(latest?.id);
  const signed = latest && latest.id !== before ? latest : null;
  const isSigned = signed !== null;
  useEffect(() => {
    // The timeline, and the other orders of a visit.
    if (isSigned) void client.invalidateQueries({ queryKey: orderKeys.details() });
  }, [client, isSigned]);
  const address = location.origin + paths.signing.getHref(token);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.phoneTitle}
      description={signed ? undefined : texts.phoneHint}
      size="sm"
    >
      <DialogBody>
        <div className={styles.phone}>
          {signed?.strokes && (
            <SignatureDrawing
              strokes={signed.strokes}
              label={signatureTexts.drawing(signed.signer_name ?? '')}
            />
          )}
          {!signed && (
            <a className={styles.code} href={address} target="_blank" rel="noreferrer">
              <QrCode text={address} label={texts.code} />
            </a>
          )}
          <p role="status">{signed ? texts.signedBy(signed.signer_name ?? '') : texts.waiting}</p>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button variant={signed ? 'primary' : 'secondary'} onClick={onClose}>
          {texts.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
