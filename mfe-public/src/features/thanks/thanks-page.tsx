import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import PackageOpen from 'lucide-react/icons/package-open';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useLocation, useSession } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import sheet from '#src/components/sheet.module.css';
import { CallLink } from '#src/components/shop-phone.tsx';
import { thanksTexts as texts } from '@taller/shared/orders/quote/quote-texts.ts';
import styles from './thanks.module.css';

/** The order just decided, which the quote's page hands over; null for a visitor with the bare address. */
function useDecidedOrder(): number | null {
  const state = useLocation().state as { orderNumber?: unknown } | null;
  return Number.isSafeInteger(state?.orderNumber) ? (state?.orderNumber as number) : null;
}

/**
 * The page after a decision: a confirmation, what happens next, and the way on: the own orders of a customer who is
 * signed in, else the order's public page (PUB-05, PUB-20, PUB-22).
 */
function Thanks({ decision }: { decision: 'approved' | 'rejected' }) {
  const { title, text, next } = texts[decision];
  const order = useDecidedOrder();
  const isCustomer = mayOpen(useSession().user?.role, 'own-orders');
  const isLed = order !== null || isCustomer;
  const Icon = decision === 'approved' ? CircleCheckBig : PackageOpen;
  return (
    <div className={sheet.page}>
      <article className={sheet.sheet}>
        <Icon aria-hidden="true" className={styles.icon} data-decision={decision} />
        <h1 className={sheet.title}>{title}</h1>
        <p className={sheet.lead}>{text}</p>
        <div className={sheet.note}>
          <h2>{texts.nextTitle}</h2>
          <ul>
            {next.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
        <p className={sheet.actions}>
          {isCustomer && (
            <LinkButton to={paths.dashboard.getHref()} variant="primary">
              {texts.own}
            </LinkButton>
          )}
          {order !== null && !isCustomer && (
            <LinkButton to={paths.publicOrder.getHref(formatOrderNumber(order))} variant="primary">
              {texts.follow}
            </LinkButton>
          )}
          <LinkButton to={paths.home.getHref()} variant={isLed ? undefined : 'primary'}>
            {texts.home}
          </LinkButton>
          <CallLink label={texts.call} />
        </p>
      </article>
    </div>
  );
}

/** /gracias/aprobado (PUB-05). */
export const ThanksApprovedPage = () => <Thanks decision="approved" />;

/** /gracias/rechazado (PUB-05). */
export const ThanksRejectedPage = () => <Thanks decision="rejected" />;
