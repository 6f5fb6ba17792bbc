import { latestOf, SIGNED_MOMENTS, type OrderSignature } from '@taller/shared/orders/signatures/signature.ts';
import { SignatureDrawing } from '@taller/shared/orders/signatures/signature-drawing.tsx';
import { signatureTexts } from '@taller/shared/orders/signatures/signature-texts.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import styles from './customer-signature.module.css';
import { Signature } from './sheet-parts.tsx';
import { printTexts } from './texts.ts';

/** The customer's signatures at reception and at delivery, or a line to sign on where one is missing (REC-79). */
export function CustomerSignature({ signatures }: { signatures: readonly OrderSignature[] }) {
  const signed = SIGNED_MOMENTS.flatMap((moment) => latestOf(signatures, moment) ?? []).filter(
    ({ signer_name: name }) => name !== null,
  );
  if (signed.length === 0) return <Signature label={printTexts.sheet.customerSignature} />;
  return (
    <div className={styles.signed}>
      {signed.map(({ id, moment, signer_name: name, strokes, signed_at: at }) => (
        <div key={id}>
          {strokes ? (
            <SignatureDrawing strokes={strokes} label={signatureTexts.drawing(name ?? '')} />
          ) : (
            <p className={styles.typed}>{name}</p>
          )}
          <Signature
            label={
              <>
                <span>
                  {[printTexts.sheet.customerSignature, signatureTexts.moments[moment], name, ''].join(' · ')}
                </span>
                <span className={styles.moment}>{formatDateTime(at)}</span>
              </>
            }
          />
        </div>
      ))}
    </div>
  );
}
