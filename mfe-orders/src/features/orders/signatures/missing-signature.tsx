import { latestOf } from '@taller/shared/orders/signatures/signature.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { useQueries } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import styles from './signatures-card.module.css';
import { signatureCardTexts as texts } from './texts.ts';
import { useSignActions } from './use-sign-actions.tsx';

interface MissingSignatureProps {
  /** Those that are handed over together: one, or several of a visit. */
  orderIds: readonly string[];
}

/** Asks for the signature that the shop requires of a delivery; nothing where it is there (REC-75, REC-09). */
export function MissingSignature({ orderIds }: MissingSignatureProps) {
  const isRequired = useDeskSettings()?.signatures.delivery ?? false;
  const signatures = useQueries({
    queries: orderIds.map((id) => ({ ...orderSignaturesQuery(id), enabled: isRequired })),
  });
  const unsigned = orderIds.filter((_, at) => {
    const data = signatures[at]?.data;
    return data !== undefined && !latestOf(data, 'delivery')?.is_current;
  });
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
