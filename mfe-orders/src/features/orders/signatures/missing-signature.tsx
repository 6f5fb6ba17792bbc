import { Banner } from '@taller/shared/ui/banner.tsx';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import styles from './signatures-card.module.css';
import { signatureCardTexts as texts } from './texts.ts';
import { useSignActions } from './use-sign-actions.tsx';
import { useUnsigned } from './use-unsigned.ts';

interface MissingSignatureProps {
  /** The orders that are handed over together: one, or several of a visit. */
  orderIds: readonly string[];
}

/** Asks for the signature that the shop requires of a delivery; nothing where it is there (REC-75, REC-09). */
export function MissingSignature({ orderIds }: MissingSignatureProps) {
  const isRequired = useDeskSettings()?.signatures.delivery ?? false;
  const { unsigned } = useUnsigned(orderIds, isRequired);
  // The first that is not signed yet: the code for the phone waits for its signature.
  const [signed = orderIds[0] ?? '', ...others] = unsigned;
  const { buttons, dialogs } = useSignActions(signed, 'delivery', others);
  return (
    <>
      {isRequired && unsigned.length > 0 && (
        <Banner tone="warning">
          <p>{texts.missing}</p>
          <div className={styles.actions}>{buttons}</div>
        </Banner>
      )}
      {dialogs}
    </>
  );
}
