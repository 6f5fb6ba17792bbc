import { QueryRoot } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { BadLink } from '#src/features/quote-decision/bad-link.tsx';
import { QuoteDecisionView } from '#src/features/quote-decision/quote-decision.tsx';
import sheet from '#src/components/sheet.module.css';
import { quoteTexts } from '@taller/shared/orders/quote/quote-texts.ts';

/** /decision-presupuesto/:orderId (PUB-04). */
export function QuoteDecisionPage() {
  const { orderId } = useParams();
  return (
    <div className={sheet.page}>
      {orderId ? (
        <QueryRoot>
          <QuoteDecisionView key={orderId} orderId={orderId} />
        </QueryRoot>
      ) : (
        <BadLink message={quoteTexts.noId} />
      )}
    </div>
  );
}
