import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import type { Order } from '@taller/shared/orders/order-query.ts';
import { formatDate, formatDateTime } from '@taller/shared/values/dates.ts';
import { isUnderWarranty, warrantyEnd } from '@taller/shared/orders/warranty.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';

/** Delivery date and warranty of a delivered device (ORD-12). */
export function DeliveryPanel({ order }: { order: Order }) {
  const { delivered_at: deliveredAt, warranty_days: days } = order;
  const end = warrantyEnd(deliveredAt, days);
  const active = isUnderWarranty(deliveredAt, days);
  return (
    <Card
      title={texts.delivery}
      actions={
        end && (
          <Badge
            tone={active ? 'success' : 'neutral'}
            icon={active ? <ShieldCheck aria-hidden="true" /> : <ShieldOff aria-hidden="true" />}
          >
            {active ? texts.warrantyActive : texts.warrantyOver}
          </Badge>
        )
      }
    >
      <DefinitionList
        items={[
          { term: texts.deliveredOn, value: formatDateTime(deliveredAt) },
          { term: texts.warranty, value: days ? texts.warrantyDays(days) : texts.noWarranty },
          ...(end ? [{ term: texts.warrantyUntil, value: formatDate(end) }] : []),
        ]}
      />
    </Card>
  );
}
