import { type Order, internalNotesQuery } from '@taller/shared/orders/order-queries.ts';
import { fieldLines } from '@taller/shared/orders/fields/field-lines.ts';
import { normaliseImei } from '@taller/shared/orders/imei.ts';
import { isDeviceNumber } from '@taller/shared/orders/scan/read-code.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link } from '@taller/shared/runtime';
import { ContactLinks } from '#src/components/contact-links.tsx';
import { CONTACT_LABEL, contactWords } from '#src/components/contact-words.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import { contactTexts } from '../contact/texts.ts';
import { DevicePlace } from '../places/device-place.tsx';
import { placeTexts } from '../places/texts.ts';
import { LongText } from './long-text.tsx';
import styles from './order-view.module.css';

interface CustomerCardProps {
  order: Order;
  /** Opens the choice of a contact; absent for people who may not make it. */
  onContact?: (() => void) | undefined;
}

/** The customer's details and contact links. */
export function CustomerCard({ order, onContact }: CustomerCardProps) {
  const { contact } = order;
  return (
    <Card
      title={texts.customer}
      actions={<ContactLinks phones={[contact?.phone ?? null, order.customer_phone, order.second_phone]} />}
    >
      <DefinitionList
        items={[
          ...fieldLines(order, 'view', 'customer'),
          ...(contact ? [{ term: CONTACT_LABEL, value: contactWords(contact) }] : []),
        ]}
      />
      <span className={styles.more}>
        <Link to={paths.customer.getHref(order.id)} className={styles.record}>
          {texts.customerRecord}
        </Link>
        {onContact && (
          <Button size="sm" variant="ghost" onClick={onContact}>
            {contact ? contactTexts.change : contactTexts.choose}
          </Button>
        )}
      </span>
    </Card>
  );
}

/** The device, what is wrong with it, and who works on it. */
export function EquipmentCard({ order }: { order: Order }) {
  return (
    <Card title={texts.equipment}>
      <DefinitionList
        items={[
          ...fieldLines(order, 'view', 'equipment', 'work'),
          {
            term: ORDER_FIELDS.technicianId.label,
            value: order.technician?.full_name ?? orderTexts.desk.unassigned,
          },
          { term: texts.received, value: order.receptionist?.full_name },
        ]}
      />
      <div className={styles.where}>
        <DevicePlace order={order} />
        {order.imei && isDeviceNumber(order.imei) && (
          <Link to={paths.devicePassport.getHref(normaliseImei(order.imei))} className={styles.record}>
            {placeTexts.passport}
          </Link>
        )}
      </div>
    </Card>
  );
}

const Notes = ({ text }: { text: string | null | undefined }) =>
  text ? <LongText text={text} /> : <span className={styles.muted}>{texts.noNotes}</span>;

/** The notes that the customer sees, and those of the shop. */
export function NotesCard({ order }: { order: Order }) {
  const { data } = useQuery(internalNotesQuery(order.id));
  return (
    <Card title={orderTexts.notes.title}>
      <DefinitionList
        items={[
          { term: texts.notes, value: <Notes text={order.notes} />, wide: true },
          { term: texts.internalNotes, value: <Notes text={data?.internal_notes} />, wide: true },
        ]}
      />
    </Card>
  );
}
