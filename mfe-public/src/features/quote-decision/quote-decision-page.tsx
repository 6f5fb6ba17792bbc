import { useParams } from '@taller/shared/runtime';
import { LinkPage } from '#src/components/link-page.tsx';
import { BadLink } from '#src/features/quote-decision/bad-link.tsx';
import { QuoteDecisionView } from '#src/features/quote-decision/quote-decision.tsx';
import { quoteTexts } from '@taller/shared/orders/quote/quote-texts.ts';

/** /decision-presupuesto/:orderId (PUB-04). */
export function QuoteDecisionPage() {
  const { orderId } = useParams();
  return (
    <LinkPage>
      {orderId ? (
        <QuoteDecisionView key={orderId} orderId={orderId} />
      ) : (
        <BadLink message={quoteTexts.noId} />
      )}
    </LinkPage>
  );
}
