import type { ReactNode, SyntheticEvent } from 'react';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { Select, type SelectOption } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import type { FieldValues, Path, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { userTexts } from '#src/features/users/texts.ts';
import styles from './user-form.module.css';

const { form: texts } = userTexts;

interface Field {
  /** The result of React Hook Form's `register`. */
  input: UseFormRegisterReturn;
  error: string | undefined;
}

interface UserDialogProps<V extends FieldValues, T extends FieldValues> {
  open: boolean;
  title: string;
  description?: string;
  form: UseFormReturn<V, unknown, T>;
  /** Name of the draft. */
  draft: string;
  secrets?: readonly Path<V>[];
  /** A save is in progress. */
  busy: boolean;
  /** The failure of the last save, with its reason if known. */
  failure: { title: string; reason: string | null } | null;
  fullName: Field;
  /** E-mail, RUT and the like: the fields that differ between a new and an existing account. */
  children: ReactNode;
  role: Field & { options: readonly SelectOption[]; placeholder?: string; hint?: string };
  submit: { label: string; busyLabel: string };
  onSubmit: (event: SyntheticEvent) => unknown;
  onClose: () => void;
}

/** The dialog of a new or existing account: name, phone and role are common to both (ORD-14). */
export function UserDialog<V extends FieldValues, T extends FieldValues>({
  open,
  title,
  description,
  form,
  draft,
  secrets,
  busy,
  failure,
  fullName,
  children,
  role,
  submit,
  onSubmit,
  onClose,
}: UserDialogProps<V, T>) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={title}
      description={description}
      busy={busy}
    >
      <Form form={form} draft={draft} secrets={secrets} enterGoesOn onSubmit={onSubmit}>
        <DialogBody>
          <div className={styles.fields}>
            {failure && (
              <Banner tone="danger" className={styles.wide}>
                <strong>{failure.title}</strong>
                {failure.reason && <p>{failure.reason}</p>}
              </Banner>
            )}
            <TextField
              label={texts.fullName}
              autoComplete="off"
              error={fullName.error}
              className={styles.wide}
              {...fullName.input}
            />
            {children}
            <FormPhoneField
              control={form.control}
              name={'phone' as Path<V>}
              label={texts.phone}
              optional
              autoComplete="off"
            />
            <Select
              label={texts.role}
              placeholder={role.placeholder}
              options={role.options}
              hint={role.hint}
              error={role.error}
              {...role.input}
            />
          </div>
        </DialogBody>
        <SaveFooter label={submit.label} busyLabel={submit.busyLabel} busy={busy} />
      </Form>
    </Dialog>
  );
}
