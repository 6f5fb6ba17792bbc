import House from 'lucide-react/icons/house';
import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import {
  receiptFacts,
  receiptNotice,
  receiptTexts as texts,
  receiptTitle,
} from '@taller/shared/orders/receipt/receipt.ts';
import { receiptQuery } from '@taller/shared/orders/receipt/receipt-query.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { LinkPage } from '#src/components/link-page.tsx';
import sheet from '#src/components/sheet.module.css';
import { AskByPhone, CallLink } from '#src/components/shop-phone.tsx';

/** /comprobante/:link, the receipt of a payment (PAY-15). */
export function ReceiptPage() {
  const { link = '' } = useParams();
  return (
    <LinkPage>
      <Receipt link={link} />
    </LinkPage>
  );
}

function Receipt({ link }: { link: string }) {
  const { data: receipt, error, refetch, isFetching } = useQuery(receiptQuery(link));
  if (error) {
    const isMissing = dataErrorCode(error) === 'not-found';
    return (
      <ErrorState
        as="h1"
        error={isMissing ? null : error}
        message={isMissing ? texts.missing : failureText(error, texts.failed)}
        {...(!isMissing && { onRetry: () => void refetch(), retrying: isFetching })}
        actions={
          <>
            <LinkButton to={paths.home.getHref()} icon={<House aria-hidden="true" />}>
              {texts.home}
            </LinkButton>
            <CallLink />
          </>
        }
      >
        {isMissing && texts.missingHint}
      </ErrorState>
    );
  }
  if (!receipt) return <Skeleton label={texts.loading} count={6} />;
  const notice = receiptNotice(receipt);
  return (
    <article className={sheet.sheet}>
      <p className={sheet.eyebrow}>
        {texts.order} {formatOrderNumber(receipt.order_number)}
      </p>
      <h1 className={sheet.title}>{receiptTitle(receipt)}</h1>
      <p className={sheet.lead}>{formatClp(Math.abs(receipt.amount))}</p>
      {notice && <Banner tone="warning">{notice}</Banner>}
      <DefinitionList items={receiptFacts(receipt)} />
      <p className={sheet.actions}>
        <Button onClick={() => globalThis.print()}>{texts.print}</Button>
        <LinkButton to={paths.publicOrder.getHref(formatOrderNumber(receipt.order_number))}>
          {texts.order} {formatOrderNumber(receipt.order_number)}
        </LinkButton>
      </p>
      <AskByPhone className={sheet.help} text={texts.question} />
    </article>
  );
}
