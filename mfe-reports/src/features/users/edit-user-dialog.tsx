import { zodResolver } from '@hookform/resolvers/zod';
import { useUpdateUserMutation } from '@taller/shared/people/users/user-mutations.ts';
import { invitationTexts } from '@taller/shared/people/users/invitation-texts.ts';
import type { User } from '@taller/shared/people/users/users-query.ts';
import { isStaff } from '@taller/shared/access/roles.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { toast, useSession } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { useForm, useWatch } from 'react-hook-form';
import { changeReason } from '#src/features/users/user-errors.ts';
import {
  editAccountSchema,
  roleOptions,
  type EditAccount,
  type EditAccountInput,
} from '#src/features/users/user-form-schema.ts';
import { userTexts } from '#src/features/users/texts.ts';
import { UserDialog } from './user-dialog.tsx';

const { form: texts } = userTexts;

export interface EditUserDialogProps {
  user: User;
  onClose: () => void;
  /** Makes the link with which the person chooses a password. */
  onInvite: () => void;
}

/** Edits name, phone and role of an account; e-mail and RUT are disabled (ORD-14). */
export function EditUserDialog({ user, onClose, onInvite }: EditUserDialogProps) {
  const session = useSession();
  const update = useUpdateUserMutation();
  const form = useForm<EditAccountInput, unknown, EditAccount>({
    resolver: zodResolver(editAccountSchema),
    defaultValues: { fullName: user.full_name, phone: user.phone ?? '', role: user.role },
  });
  const { register, control, formState } = form;
  const role = useWatch({ control, name: 'role' });
  const { errors } = formState;

  const roleHint = () => {
    if (role === user.role) return undefined;
    if (user.id === session.user?.id) return texts.ownRole;
    return isStaff(user.role) ? undefined : texts.promote;
  };
  const save = async (change: EditAccount) => {
    try {
      await update.mutateAsync({ id: user.id, ...change });
    } catch (error) {
      console.error('The user could not be saved', error);
      return;
    }
    toast.success(userTexts.saved);
    // The account has no password now (SEC-80).
    if (!isStaff(user.role) && isStaff(change.role)) onInvite();
    else onClose();
  };

  return (
    <UserDialog
      open
      title={texts.editTitle}
      form={form}
      draft={`usuario.${user.id}`}
      busy={update.isPending}
      failure={
        update.error && {
          title: withRequestCode(userTexts.updateFailed, update.error),
          reason: changeReason(update.error),
        }
      }
      fullName={{ input: register('fullName'), error: errors.fullName?.message }}
      role={{
        input: register('role'),
        error: errors.role?.message,
        options: roleOptions(user.role),
        hint: roleHint(),
      }}
      submit={{ label: texts.save, busyLabel: texts.saving }}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      <TextField label={texts.email} type="email" value={user.email} disabled readOnly hint={texts.fixed} />
      <TextField label={texts.rut} value={formatRut(user.rut ?? '')} disabled readOnly hint={texts.fixed} />
      {user.id !== session.user?.id && (
        <Button variant="ghost" onClick={onInvite}>
          {invitationTexts.open}
        </Button>
      )}
    </UserDialog>
  );
}
