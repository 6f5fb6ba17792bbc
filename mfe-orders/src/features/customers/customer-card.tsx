import type { ReactNode } from 'react';
import { may } from '@taller/shared/access/permissions.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useRemoveContactMutation } from '@taller/shared/orders/customers/card-mutations.ts';
import type { Contact, CustomerRecord } from '@taller/shared/orders/customers/customer-record-query.ts';
import { useSession } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { lazyDialog } from '@taller/shared/ui/lazy-dialog.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatPhone, isDiallable, telHref } from '@taller/shared/values/phone.ts';
import { recordTexts } from '#src/features/customers/texts.ts';
import type { CardDialogProps } from './card-dialog.tsx';
import type { ContactDialogProps } from './contact-dialog.tsx';
import styles from './customer-view.module.css';

const CardDialog = lazyDialog<CardDialogProps>(
  () => import('./card-dialog.tsx').then((module) => module.CardDialog),
  { title: () => recordTexts.card.edit, size: 'sm' },
);
const ContactDialog = lazyDialog<ContactDialogProps>(
  () => import('./contact-dialog.tsx').then((module) => module.ContactDialog),
  { title: () => recordTexts.contacts.add, size: 'sm' },
);

interface PartProps {
  /** The id of the account or of one of the orders. */
  id: string;
  record: CustomerRecord;
}

/** The shop's notes on a customer (CARD-02), with an edit button for those who have the permission. */
export function CustomerCard({ id, record: { card, rut, is_anonymized: isAnonymized } }: PartProps) {
  const { card: texts } = recordTexts;
  const [editing, setEditing] = usePersistedDialog<{ opened: CustomerRecord['card'] }>(`ficha.${id}`);
  const mayChange = may(useSession().user?.role, 'customers.change') && rut !== null && !isAnonymized;
  const lines: { term: string; value: ReactNode; wide?: boolean }[] = card
    ? [
        ...(card.is_company ? [{ term: texts.company, value: 'Sí' }] : []),
        ...(card.business_name ? [{ term: texts.businessName, value: card.business_name }] : []),
        ...(card.business_activity ? [{ term: texts.businessActivity, value: card.business_activity }] : []),
        ...(card.notes ? [{ term: texts.notes, value: card.notes, wide: true }] : []),
      ]
    : [];
  return (
    <Card
      title={texts.title}
      actions={
        mayChange && (
          <Button size="sm" onClick={() => setEditing({ opened: card })}>
            {texts.edit}
          </Button>
        )
      }
    >
      {lines.length > 0 ? (
        <DefinitionList items={lines} />
      ) : (
        <p className={styles.muted}>{rut === null ? texts.noRut : texts.none}</p>
      )}
      {card && <p className={styles.muted}>{texts.saved(card.updated_by, formatDate(card.updated_at))}</p>}
      {editing && <CardDialog id={id} opened={editing.opened} card={card} onClose={() => setEditing(null)} />}
    </Card>
  );
}

/** The people of a company (CARD-02). */
export function Contacts({ id, record: { contacts, rut, is_anonymized: isAnonymized } }: PartProps) {
  const { contacts: texts } = recordTexts;
  const [editing, setEditing] = usePersistedDialog<{ contact: Contact | null }>(`contacto.${id}`);
  const [removing, setRemoving] = usePersistedDialog<Contact>(`contacto.quitar.${id}`);
  const { mutate, isPending, error, reset } = useRemoveContactMutation();
  const mayChange = may(useSession().user?.role, 'customers.change') && rut !== null && !isAnonymized;
  if (!mayChange && contacts.length === 0) return null;
  return (
    <Card
      title={texts.title}
      actions={
        mayChange && (
          <Button size="sm" onClick={() => setEditing({ contact: null })}>
            {texts.add}
          </Button>
        )
      }
    >
      {contacts.length === 0 && <p className={styles.muted}>{texts.none}</p>}
      <ul className={styles.contacts} aria-label={texts.title}>
        {contacts.map((contact) => (
          <Person
            key={contact.id}
            contact={contact}
            {...(mayChange && {
              onEdit: () => setEditing({ contact }),
              onRemove: () => setRemoving(contact),
            })}
          />
        ))}
      </ul>
      {editing && (
        <ContactDialog
          id={id}
          contact={editing.contact}
          now={contacts.find((contact) => contact.id === editing.contact?.id)}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <ConfirmDialog
          open
          danger
          title={texts.removeTitle(removing.name)}
          description={texts.removeText}
          confirmLabel={texts.remove}
          loading={isPending}
          {...(error && { error: failureText(error, texts.removeFailed) })}
          onOpenChange={(open) => {
            if (open) return;
            reset();
            setRemoving(null);
          }}
          onConfirm={() => mutate(removing.id, { onSuccess: () => setRemoving(null) })}
        />
      )}
    </Card>
  );
}

interface PersonProps {
  contact: Contact;
  /** Absent for people who may not change it. */
  onEdit?: () => void;
  onRemove?: () => void;
}

/** A contact, with the ways to reach them. */
function Person({ contact: { name, role, phone, email }, onEdit, onRemove }: PersonProps) {
  const { contacts: texts } = recordTexts;
  return (
    <li className={styles.contact}>
      <span className={styles.person}>
        <b>{name}</b>
        {role && <span className={styles.muted}>{role}</span>}
        {phone &&
          (isDiallable(phone) ? <a href={telHref(phone)}>{formatPhone(phone)}</a> : <span>{phone}</span>)}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </span>
      {onEdit && (
        <span className={styles.actions}>
          <Button size="sm" variant="ghost" aria-label={texts.editOne(name)} onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button size="sm" variant="ghost" aria-label={texts.removeOne(name)} onClick={onRemove}>
            {texts.remove}
          </Button>
        </span>
      )}
    </li>
  );
}
