import { zodResolver } from '@hookform/resolvers/zod';
import { useUpdateUserMutation } from '@taller/shared/data/users/update-user-mutation.ts';
import type { User } from '@taller/shared/data/users/users-query.ts';
import { formatRut } from '@taller/shared/domain/rut.ts';
import { toast, useSession } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { useForm, useWatch } from 'react-hook-form';
import { changeReason } from '#src/features/users/user-errors.ts';
import {
  editAccountSchema,
  roleOptions,
  type EditAccount,
  type EditAccountInput,
} from '#src/features/users/user-form-schema.ts';
import { userTexts } from '#src/texts/users.ts';
import styles from './user-form.module.css';

const { form: texts } = userTexts;

export interface EditUserDialogProps {
  user: User;
  onClose: () => void;
}

/** Changes name, phone and role of an account; e-mail and RUT are shown disabled (ORD-14). */
export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  const session = useSession();
  const update = useUpdateUserMutation();
  const { register, handleSubmit, control, formState } = useForm<EditAccountInput, unknown, EditAccount>({
    resolver: zodResolver(editAccountSchema),
    defaultValues: { fullName: user.fullName, phone: user.phone, role: user.role },
  });
  const role = useWatch({ control, name: 'role' });
  const { errors } = formState;

  const roleHint = () => {
    if (role === user.role) return undefined;
    if (user.id === session.user?.id) return texts.ownRole;
    return user.role === 'customer' ? texts.promote : undefined;
  };
  const save = async (change: EditAccount) => {
    try {
      await update.mutateAsync({ id: user.id, ...change });
    } catch (error) {
      console.error('The user could not be saved', error);
      return;
    }
    toast.success(userTexts.saved);
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={texts.editTitle}
      dirty={formState.isDirty}
      busy={update.isPending}
    >
      <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        <DialogBody>
          <div className={styles.fields}>
            {update.error && (
              <Banner tone="danger" className={styles.wide}>
                <strong>{userTexts.updateFailed}</strong>
                {changeReason(update.error) && <p>{changeReason(update.error)}</p>}
              </Banner>
            )}
            <TextField
              label={texts.fullName}
              autoComplete="off"
              error={errors.fullName?.message}
              className={styles.wide}
              {...register('fullName')}
            />
            <TextField
              label={texts.email}
              type="email"
              value={user.email}
              disabled
              readOnly
              hint={texts.fixed}
            />
            <TextField label={texts.rut} value={formatRut(user.rut)} disabled readOnly hint={texts.fixed} />
            <TextField
              label={texts.phone}
              type="tel"
              optional
              autoComplete="off"
              error={errors.phone?.message}
              {...register('phone')}
            />
            <Select
              label={texts.role}
              options={roleOptions(user.role)}
              hint={roleHint()}
              error={errors.role?.message}
              {...register('role')}
            />
          </div>
        </DialogBody>
        <DialogFooter>
          <Button disabled={update.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="primary" loading={update.isPending} loadingText={texts.saving}>
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
