import type { Order } from '@taller/shared/orders/order-queries.ts';
import {
  latestOf,
  SIGNED_MOMENTS,
  type OrderSignature,
  type SignedMoment,
} from '@taller/shared/orders/signatures/signature.ts';
import { SignatureDrawing } from '@taller/shared/orders/signatures/signature-drawing.tsx';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { signatureTexts } from '@taller/shared/orders/signatures/signature-texts.ts';
import { useQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import styles from './signatures-card.module.css';
import { signatureCardTexts as texts } from './texts.ts';
import { useSignActions } from './use-sign-actions.tsx';

/** The moments that an order's status is about: a device that just came in is not handed over. */
function momentsOf({ status }: Pick<Order, 'status'>): readonly SignedMoment[] {
  return status === 'pending' || status === 'in_progress' || status === 'quoted'
    ? ['reception']
    : SIGNED_MOMENTS;
}

/** The signatures of an order's reception and delivery, and how to get them (REC-78). */
export function SignaturesCard({ order }: { order: Order }) {
  const query = useQuery(orderSignaturesQuery(order.id));
  return (
    <Card title={texts.title}>
      <Loaded query={query} message={texts.readFailed} skeleton={<Skeleton label={orderTexts.loading} />}>
        {(signatures) => (
          <div className={styles.moments}>
            {SIGNED_MOMENTS.filter(
              (moment) => momentsOf(order).includes(moment) || latestOf(signatures, moment),
            ).map((moment) => (
              <Moment key={moment} order={order} moment={moment} latest={latestOf(signatures, moment)} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

interface MomentProps {
  order: Order;
  moment: SignedMoment;
  latest: OrderSignature | undefined;
}

function Moment({ order, moment, latest }: MomentProps) {
  const isRequired = useDeskSettings()?.signatures[moment] ?? false;
  const { buttons, dialogs } = useSignActions(order.id, moment);
  const isMissing = !latest?.is_current && maySign(order, moment);
  return (
    <section className={styles.moment}>
      <h3>
        <span>{signatureTexts.moments[moment]}</span>{' '}
        {isMissing && isRequired && <Badge tone="warning">{texts.required}</Badge>}
      </h3>
      <Latest signature={latest} />
      {isMissing && <div className={styles.actions}>{buttons}</div>}
      {dialogs}
    </section>
  );
}

/** Whether the server takes a signature: private.signing_orders has the same rule. */
const maySign = ({ status }: Pick<Order, 'status'>, moment: SignedMoment) =>
  status !== 'delivered' && (moment === 'delivery' || status !== 'cancelled');

/** A signature with who gave it, when and how. */
function Latest({ signature }: { signature: OrderSignature | undefined }) {
  if (!signature) return <p className={styles.muted}>{texts.none}</p>;
  const { signer_name: name, strokes, is_drawn: isDrawn } = signature;
  const how = [!isDrawn && texts.typed, signature.by_link && texts.byLink].filter(Boolean).join(' · ');
  return (
    <>
      {strokes && <SignatureDrawing strokes={strokes} label={signatureTexts.drawing(name ?? '')} />}
      <p>{name ?? texts.erased}</p>
      <p className={styles.muted}>{[formatDateTime(signature.signed_at), how].filter(Boolean).join(' · ')}</p>
      {!signature.is_current && name !== null && <p>{texts.changed}</p>}
    </>
  );
}
