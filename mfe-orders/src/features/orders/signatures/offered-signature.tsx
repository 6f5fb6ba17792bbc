import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import styles from './signatures-card.module.css';
import { signatureCardTexts as texts } from './texts.ts';
import { useSignActions } from './use-sign-actions.tsx';
import { useUnsigned } from './use-unsigned.ts';

interface OfferedSignatureProps {
  /** The orders that are handed over together: one, or several of a visit. */
  orderIds: readonly string[];
}

/** Lets whoever collects devices sign where the shop does not require it, and says that they did (REC-139). */
export function OfferedSignature({ orderIds }: OfferedSignatureProps) {
  const isOffered = useDeskSettings()?.signatures.delivery === false && orderIds.length > 0;
  const { unsigned, isRead } = useUnsigned(orderIds, isOffered);
  const [first = orderIds[0] ?? '', ...others] = unsigned;
  const { buttons, dialogs } = useSignActions(first, 'delivery', others);
  const isSigned = isRead && unsigned.length === 0;
  return (
    <>
      {isOffered && (
        <section className={styles.offered}>
          <p>{isSigned ? texts.signed : texts.offered}</p>
          {unsigned.length > 0 && <div className={styles.actions}>{buttons}</div>}
        </section>
      )}
      {dialogs}
    </>
  );
}
