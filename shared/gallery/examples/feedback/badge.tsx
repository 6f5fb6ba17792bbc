import { ORDER_STATUSES, PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { Badge } from '@taller/shared/ui/badge.tsx';

export function Example() {
  return (
    <>
      <Badge>Etiqueta</Badge>
      <Badge tone="success">Confirmado</Badge>
      <Badge tone="danger">Anulada</Badge>
      {ORDER_STATUSES.map((status) => (
        <StatusBadge key={status} status={status} labels={PUBLIC_STATUS_LABELS} />
      ))}
    </>
  );
}
