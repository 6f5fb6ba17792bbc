import { orderDocumentsQuery } from '@taller/shared/orders/tax/documents-query.ts';
import { useQueries } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { taxTexts as texts } from './texts.ts';

/** A note that payments of the orders have no tax document. It blocks nothing (TAX-09). */
export function UndocumentedNote({ orderIds }: { orderIds: readonly string[] }) {
  const documents = useQueries({ queries: orderIds.map((id) => orderDocumentsQuery(id)) });
  // A payment over several of the orders counts once.
  const payments = new Map(
    documents.flatMap(({ data = [] }) => data).map((payment) => [payment.payment_id, payment.missing]),
  );
  const missing = [...payments.values()].reduce((sum, amount) => sum + Math.max(amount, 0), 0);
  return missing > 0 ? <Banner tone="warning">{texts.undelivered(formatClp(missing))}</Banner> : null;
}
