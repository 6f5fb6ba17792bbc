import type { DecidedQuote } from '@taller/shared/orders/quote/quote-query.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { CUSTOMER_STATUS_TEXTS } from '@taller/shared/orders/status/customer-texts.ts';
import { PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import sheet from '#src/components/sheet.module.css';
import { quoteTexts as texts } from '@taller/shared/orders/quote/quote-texts.ts';

/** There is no open quote: the reason, and the order's status (PUB-04, PUB-10). */
export function AlreadyDecided({ quote }: { quote: DecidedQuote }) {
  const number = formatOrderNumber(quote.order_number);
  return (
    <article className={sheet.sheet} role="status">
      <p className={sheet.eyebrow}>
        {texts.order} {number}
      </p>
      <h1 className={sheet.title}>{texts.decided}</h1>
      <p className={sheet.lead}>
        {CUSTOMER_STATUS_TEXTS[quote.status].noQuote} {texts.statusNow}
      </p>
      <StatusBadge status={quote.status} labels={PUBLIC_STATUS_LABELS} />
      <p className={sheet.actions}>
        <LinkButton to={paths.publicOrder.getHref(number)} variant="primary">
          {texts.follow}
        </LinkButton>
        <LinkButton to={paths.home.getHref()}>{texts.home}</LinkButton>
      </p>
    </article>
  );
}
