import type { Order } from '@taller/shared/orders/order-queries.ts';
import { latestOf } from '@taller/shared/orders/signatures/signature.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import styles from './signatures-card.module.css';
import { signatureCardTexts as texts } from './texts.ts';
import { useSignActions } from './use-sign-actions.tsx';

/** Asks for the signature that the shop requires of a delivery; nothing where it is there (REC-75). */
export function MissingSignature({ order }: { order: Pick<Order, 'id'> }) {
  const isRequired = useDeskSettings()?.signatures.delivery ?? false;
  const { data } = useQuery({ ...orderSignaturesQuery(order.id), enabled: isRequired });
  const { buttons, dialogs } = useSignActions(order.id, 'delivery');
  const isMissing = isRequired && data !== undefined && !latestOf(data, 'delivery')?.is_current;
  return (
    <>
      {isMissing && (
        <Banner tone="warning">
          <p>{texts.missing}</p>
          <div className={styles.actions}>{buttons}</div>
        </Banner>
      )}
      {dialogs}
    </>
  );
}
