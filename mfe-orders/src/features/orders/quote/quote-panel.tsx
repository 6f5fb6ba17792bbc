import type { Order } from '@taller/shared/orders/order-queries.ts';
import { isPlainQuote } from '@taller/shared/orders/quote/quote-lines.ts';
import { QuoteLineList } from '@taller/shared/orders/quote/quote-line-list.tsx';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { isClosedStatus } from '@taller/shared/orders/status/order-status.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { linesTexts as texts } from './texts.ts';

interface QuotePanelProps {
  order: Order;
  role: Role;
  onEdit: () => void;
}

/** The lines of an order's quote (QUO-01), and what edits them; nothing where there are none to see or to write. */
export function QuotePanel({ order, role, onEdit }: QuotePanelProps) {
  const isPlain = isPlainQuote(order.quote_lines);
  const mayEdit = may(role, 'orders.set-price') && !order.warranty_repair && !isClosedStatus(order.status);
  if (isPlain && !mayEdit) return null;
  const edit = (
    <Button size="sm" onClick={onEdit}>
      {isPlain ? texts.detail : texts.edit}
    </Button>
  );
  if (isPlain) return <div>{edit}</div>;
  return (
    <Card title={texts.panel} actions={mayEdit && edit}>
      <QuoteLineList lines={order.quote_lines} />
    </Card>
  );
}
