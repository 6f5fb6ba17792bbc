import FileText from 'lucide-react/icons/file-text';
import Plus from 'lucide-react/icons/plus';
import { may } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import type { CustomerRecord } from '@taller/shared/orders/customers/customer-record-query.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { useSession } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { usePageTitle } from '@taller/shared/ui/use-page-title.ts';
import { ContactLinks, diallablePhones } from '#src/components/contact-links.tsx';
import { CUSTOMER_PARAMETER, NEW_PARAMETER } from '#src/components/new-parameter.ts';
import { customerTexts, recordTexts } from '#src/features/customers/texts.ts';
import { Contacts, CustomerCard } from './customer-card.tsx';
import { CustomerDevices, CustomerOrders } from './customer-orders.tsx';
import styles from './customer-view.module.css';
import type { PayOrdersDialogProps } from './pay-orders-dialog.tsx';
import { Reminders } from './reminders.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

const { record: texts } = customerTexts;

const PayOrdersDialog = lazyDialog<PayOrdersDialogProps>(
  () => import('./pay-orders-dialog.tsx').then((module) => module.PayOrdersDialog),
  { title: () => recordTexts.payment.title },
);

interface CustomerViewProps {
  /** The id of the account or of one of the orders. */
  id: string;
  record: CustomerRecord;
  /** The list, as it was left. */
  back: string;
}

/** A customer at a glance (CUST-31, CARD-01): how to reach them, card, orders with what they owe, devices. */
export function CustomerView({ id, record, back }: CustomerViewProps) {
  const { account, newest, orders } = record;
  const name = record.name || account?.full_name || account?.email || texts.missing;
  usePageTitle(name);
  const rut = account?.rut ?? record.order_rut;
  return (
    <div className={styles.page}>
      <PageHeader
        title={name}
        description={
          (rut || account) && (
            <span className={styles.rut}>
              {rut && <span>{formatRut(rut)}</span>}
              {account && <VerifiedBadge isVerified={account.rut_verified_at !== null} />}
            </span>
          )
        }
        back={{ href: back, label: texts.back }}
        actions={<Actions newest={record.is_anonymized ? null : newest} id={id} rut={record.rut} />}
      />
      <Contact record={record} />
      <CustomerCard id={id} record={record} />
      <Contacts id={id} record={record} />
      <Reminders id={account?.id ?? newest ?? ''} said={record.reminders} />
      <Card title={texts.orders} actions={orders > 0 && <Balance id={id} record={record} />}>
        {orders === 0 ? (
          <p className={styles.muted}>
            {account && account.rut_verified_at === null ? texts.unverified : texts.noOrders}
          </p>
        ) : (
          <CustomerOrders id={id} />
        )}
      </Card>
      {orders > 0 && (
        <Card title={texts.devices}>
          <CustomerDevices id={id} />
        </Card>
      )}
    </div>
  );
}

/** 'Nueva orden' with this customer, and the statement. */
function Actions({ newest, id, rut }: { newest: string | null; id: string; rut: string | null }) {
  const role = useSession().user?.role;
  const query = new URLSearchParams({
    [NEW_PARAMETER]: '1',
    ...(newest && { [CUSTOMER_PARAMETER]: newest }),
  });
  return (
    <>
      {may(role, 'orders.create') && (
        <LinkButton
          to={`${paths.dashboard.getHref()}?${query}`}
          variant="primary"
          icon={<Plus aria-hidden="true" />}
        >
          {recordTexts.newOrder}
        </LinkButton>
      )}
      {may(role, 'orders.receive-payment') && rut !== null && (
        <LinkButton
          to={paths.printStatement.getHref(id)}
          target="_blank"
          rel="opener"
          icon={<FileText aria-hidden="true" />}
        >
          {recordTexts.statement}
        </LinkButton>
      )}
    </>
  );
}

function Contact({ record: { account, phones, address } }: { record: CustomerRecord }) {
  const numbers = diallablePhones([account?.phone ?? null, ...phones]);
  return (
    <Card title={texts.contact} actions={<ContactLinks phones={numbers} />}>
      <DefinitionList
        items={[
          { term: texts.phones, value: numbers.map(formatPhone).join('\n') },
          { term: texts.email, value: account && <a href={`mailto:${account.email}`}>{account.email}</a> },
          { term: texts.address, value: address ?? account?.address },
          ...(account ? [] : [{ term: texts.account, value: texts.noAccount }]),
        ]}
      />
    </Card>
  );
}

/** The sum that the customer owes or gets back, and the payment for many orders; each order’s own is in its row. */
function Balance({ id, record }: { id: string; record: CustomerRecord }) {
  const { owed, owed_delivered: delivered, refund } = record;
  const [isPaying, setPaying] = usePersistedDialog<true>(`pago.cliente.${id}`);
  const mayPay = may(useSession().user?.role, 'orders.receive-payment');
  if (owed === 0 && refund === 0) return <p className={styles.balance}>{texts.settled}</p>;
  return (
    <span className={styles.actions}>
      <span className={styles.balance}>
        {owed > 0 && <Sum what={texts.owed} amount={owed} />}
        {delivered > 0 && delivered !== owed && <Sum what={recordTexts.delivered} amount={delivered} />}
        {refund > 0 && <Sum what={texts.refund} amount={refund} />}
      </span>
      {mayPay && owed > 0 && (
        <Button size="sm" onClick={() => setPaying(true)}>
          {recordTexts.pay}
        </Button>
      )}
      {isPaying && <PayOrdersDialog id={id} onClose={() => setPaying(null)} />}
    </span>
  );
}

const Sum = ({ what, amount }: { what: string; amount: number }) => (
  <span>
    <span>{what}</span> <b>{formatClp(amount)}</b>
  </span>
);
