import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { knownFailure, USUAL } from '@taller/shared/data-access/failure-text.ts';
import {
  publicOrderStatusQuery,
  type PublicOrderStatus,
} from '@taller/shared/orders/public-status/public-order-status-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { toldPromise } from '@taller/shared/orders/promises/promise-words.ts';
import { customerTexts, UNREPAIRED_LABELS } from '@taller/shared/orders/status/customer-texts.ts';
import { PUBLIC_STATUS_LABELS, type OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { useQuery } from '@taller/shared/query';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { ORDER_STATUS_STYLE } from '@taller/shared/orders/status/order-status-style.ts';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import sheet from '#src/components/sheet.module.css';
import { AskByPhone, WhatsAppLink } from '#src/components/shop-phone.tsx';
import { orderStatusTexts as texts } from '@taller/shared/orders/public-status/status-texts.ts';
import { OrderLookup } from '#src/features/order-lookup/order-lookup.tsx';
import styles from './order-status.module.css';
import LogIn from 'lucide-react/icons/log-in';
import UserPlus from 'lucide-react/icons/user-plus';
import { useSession } from '@taller/shared/runtime';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import {
  ORDER_STEP_LABELS,
  orderProgress,
  STEP_STATE_WORDS,
} from '@taller/shared/orders/status/order-journey.ts';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import journeyLine from './journey-line.module.css';

/** Progress from received to delivered, as a line with steps. */
function JourneyLine({ status }: { status: OrderStatus }) {
  const progress = orderProgress(status);
  if (progress.length === 0) return null;
  return (
    <ol className={journeyLine.line} aria-label={texts.journey}>
      {progress.map(({ step, state }) => (
        <li
          key={step}
          className={journeyLine.stage}
          data-state={state}
          aria-current={state === 'current' || state === 'stopped' ? 'step' : undefined}
        >
          <span className={journeyLine.dot} aria-hidden="true">
            {state === 'done' && <Check />}
            {state === 'stopped' && <X />}
          </span>
          <span>
            <span className={hiddenStyles.hidden}>{STEP_STATE_WORDS[state]}: </span>
            {ORDER_STEP_LABELS[step]}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The prompt to log in or create an account (PUB-03); signed-in users get a link to their panel instead. */
function AccountPrompt() {
  const session = useSession();
  return (
    <section className={styles.account} aria-labelledby="cuenta">
      <div>
        <h2 id="cuenta">{texts.account.title}</h2>
        <p>{texts.account.text}</p>
      </div>
      <p className={styles.actions}>
        {session.user ? (
          <LinkButton to={paths.dashboard.getHref()} variant="primary">
            {texts.account.portal}
          </LinkButton>
        ) : (
          <>
            <LinkButton to={paths.auth.getHref()} variant="primary" icon={<LogIn aria-hidden="true" />}>
              {texts.account.logIn}
            </LinkButton>
            <LinkButton to={paths.register.getHref()} icon={<UserPlus aria-hidden="true" />}>
              {texts.account.register}
            </LinkButton>
          </>
        )}
      </p>
    </section>
  );
}

/** The lookup again, for another number or a corrected one. */
function OtherOrder() {
  return (
    <section className={styles.other} aria-labelledby="otra-orden">
      <h2 id="otra-orden">{texts.other}</h2>
      <OrderLookup label="number" />
    </section>
  );
}

/** The public status of an order and its meaning (PUB-03). */
export function OrderStatusView({ orderNumber }: { orderNumber: number }) {
  const order = useQuery(publicOrderStatusQuery(orderNumber));
  if (order.isPending) return <Skeleton shape="card" count={1} />;
  if (!order.data) {
    if (dataErrorCode(order.error) === 'not-found')
      return <OrderMissing number={formatOrderNumber(orderNumber)} />;
    return (
      <ErrorState
        as="h1"
        error={order.error}
        message={texts.failed}
        onRetry={() => void order.refetch()}
        retrying={order.isFetching}
      >
        {knownFailure(order.error, { offline: USUAL.offline }) ?? texts.failedHint}
      </ErrorState>
    );
  }
  return <Known order={order.data} />;
}

/** No order has the number, or the URL has none: the number can be corrected in place (PUB-21). */
export function OrderMissing({ number }: { number: string }) {
  return (
    <article className={sheet.sheet}>
      <div role="status">
        <h1 className={styles.missing}>{texts.missing}</h1>
      </div>
      <p>{texts.missingHint}</p>
      <OrderLookup label="number" wrong={number} />
      <AskByPhone className={sheet.help} text={texts.missingHelp} />
      <p className={sheet.actions}>
        <WhatsAppLink label={texts.missingWhatsApp} message={texts.missingMessage(number)} />
        <LinkButton to={paths.home.getHref()} variant="ghost">
          {texts.home}
        </LinkButton>
      </p>
    </article>
  );
}

function Known({ order }: { order: PublicOrderStatus }) {
  const { order_number: number, status, wait, unrepaired } = order;
  const promise = toldPromise(order, wait);
  const says = customerTexts(status, unrepaired, wait);
  const { icon: Icon, tone } = ORDER_STATUS_STYLE[status];
  return (
    <div className={sheet.stack}>
      <article className={sheet.sheet}>
        <h1 className={sheet.eyebrow}>{texts.title(formatOrderNumber(number))}</h1>
        <p className={styles.status} data-tone={tone}>
          <Icon aria-hidden="true" />
          {(unrepaired ? UNREPAIRED_LABELS : PUBLIC_STATUS_LABELS)[status]}
        </p>
        <p className={sheet.lead}>{says.meaning}</p>
        {promise && <p className={styles.strong}>{promise}</p>}
        <JourneyLine status={status} />
        <div className={sheet.note}>
          <h2>{texts.next}</h2>
          <p>{says.next}</p>
        </div>
        <AskByPhone className={sheet.help} text={texts.help} />
      </article>
      <AccountPrompt />
      <OtherOrder />
    </div>
  );
}
