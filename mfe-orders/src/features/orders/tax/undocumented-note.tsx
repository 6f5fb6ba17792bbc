import { orderDocumentsQuery } from '@taller/shared/orders/tax/documents-query.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { taxTexts as texts } from './texts.ts';

/** That the order's payments have no document, which stops nothing (TAX-09). */
export function UndocumentedNote({ orderId }: { orderId: string }) {
  const { data = [] } = useQuery(orderDocumentsQuery(orderId));
  const missing = data.reduce((sum, payment) => sum + Math.max(payment.missing, 0), 0);
  return missing > 0 ? <Banner tone="warning">{texts.undelivered(formatClp(missing))}</Banner> : null;
}
