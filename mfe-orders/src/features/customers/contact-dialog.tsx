import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type Control } from 'react-hook-form';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useSaveContactMutation } from '@taller/shared/orders/customers/card-mutations.ts';
import {
  contactSchema,
  LONGEST_CONTACT_ROLE,
  type ContactForm,
  type ContactInput,
} from '@taller/shared/orders/customers/card-schema.ts';
import type { Contact } from '@taller/shared/orders/customers/customer-record-query.ts';
import { toast } from '@taller/shared/runtime';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { recordTexts } from '#src/features/customers/texts.ts';
import styles from './customers-section.module.css';
import { Meanwhile } from './meanwhile.tsx';

const { contacts: texts, card } = recordTexts;

export interface ContactDialogProps {
  /** The id of the account or of one of the orders. */
  id: string;
  /** The version at the time of opening; null for a new one. */
  contact: Contact | null;
  /** The current version; absent if somebody removed it from the card. */
  now: Contact | undefined;
  onClose: () => void;
}

/** Adds or changes a person of a company (CARD-02). */
export function ContactDialog({ id, contact, now, onClose }: ContactDialogProps) {
  const { mutate, isPending, error } = useSaveContactMutation();
  const { name = '', role = '', phone = '', email = '' } = contact ?? {};
  const form = useForm<ContactInput, unknown, ContactForm>({
    resolver: zodResolver(contactSchema),
    defaultValues: { name, role, phone, email },
  });
  const { errors } = form.formState;
  // After a refusal, which shows what somebody else has saved meanwhile, the form saves over that, or adds it again.
  const base = error ? now : contact;
  const failure = error && failureText(error, card.failed, ['conflict', 'invalid', 'not-found']);
  const save = (values: ContactForm) =>
    mutate(
      { ...values, customer: id, ...(base && { contact: base.id, seen: base.version }) },
      {
        onSuccess: () => {
          toast.success(texts.done);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={contact ? texts.editOne(contact.name) : texts.add}
      size="sm"
      busy={isPending}
    >
      <Form form={form} draft={`contacto.${id}.${contact?.id ?? 'nuevo'}`} onSubmit={form.handleSubmit(save)}>
        <DialogBody>
          <div className={styles.fields}>
            {contact && now && now.version !== contact.version && !isPending ? (
              <ChangedContact control={form.control} now={now} failure={failure} />
            ) : (
              <Meanwhile fields={[]} failure={failure} />
            )}
            <TextField
              {...form.register('name')}
              label={texts.name}
              autoComplete="off"
              error={errors.name?.message}
              autoFocus
            />
            <TextField
              {...form.register('role')}
              label={texts.role}
              maxLength={LONGEST_CONTACT_ROLE}
              autoComplete="off"
              error={errors.role?.message}
              optional
            />
            <FormPhoneField
              control={form.control}
              name="phone"
              label={texts.phone}
              autoComplete="off"
              optional
            />
            <TextField
              {...form.register('email')}
              label={texts.email}
              type="email"
              autoComplete="off"
              error={errors.email?.message}
              optional
            />
          </div>
        </DialogBody>
        <SaveFooter label={texts.save} busyLabel={card.saving} busy={isPending} />
      </Form>
    </Dialog>
  );
}

interface ChangedContactProps {
  control: Control<ContactInput, unknown, ContactForm>;
  now: Contact;
  failure: string | null;
}

function ChangedContact({ control, now, failure }: ChangedContactProps) {
  const mine = useWatch({ control });
  const fields = ['name', 'role', 'phone', 'email'] as const;
  return (
    <Meanwhile
      failure={failure}
      fields={fields.map((name) => ({ label: texts[name], theirs: now[name], mine: mine[name] ?? '' }))}
    />
  );
}
