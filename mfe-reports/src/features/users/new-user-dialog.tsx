import { zodResolver } from '@hookform/resolvers/zod';
import { useCreateUserMutation } from '@taller/shared/people/users/user-mutations.ts';
import { newUserSchema, type NewUser, type NewUserInput } from '@taller/shared/people/people-schemas.ts';
import { FormRutField } from '@taller/shared/forms/form-rut-field.tsx';
import { toast } from '@taller/shared/runtime';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { useForm } from 'react-hook-form';
import { createReason } from '#src/features/users/user-errors.ts';
import { roleOptions } from '#src/features/users/user-form-schema.ts';
import { userTexts } from '#src/features/users/texts.ts';
import { UserDialog } from './user-dialog.tsx';

const { form: texts } = userTexts;

// No role is preselected: the admin has to choose one.
const EMPTY = { email: '', password: '', fullName: '', rut: '', phone: '' };

export interface NewUserDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Adds a staff account (ORD-14). Input is kept if it fails. */
export function NewUserDialog({ open, onClose }: NewUserDialogProps) {
  const create = useCreateUserMutation();
  const form = useForm<NewUserInput, unknown, NewUser>({
    resolver: zodResolver(newUserSchema),
    defaultValues: EMPTY,
  });
  const { register, control, reset, formState } = form;
  const { errors } = formState;

  const close = () => {
    reset(EMPTY);
    create.reset();
    onClose();
  };
  const save = async (user: NewUser) => {
    try {
      await create.mutateAsync(user);
    } catch (error) {
      console.error('The user could not be created', error);
      return;
    }
    toast.success(userTexts.created(user.fullName));
    close();
  };

  return (
    <UserDialog
      open={open}
      title={texts.addTitle}
      description={texts.addText}
      form={form}
      draft="usuario.nuevo"
      secrets={['password']}
      busy={create.isPending}
      failure={
        create.error && {
          title: withRequestCode(userTexts.createFailed, create.error),
          reason: createReason(create.error),
        }
      }
      fullName={{ input: register('fullName'), error: errors.fullName?.message }}
      role={{
        input: register('role'),
        error: errors.role?.message,
        options: roleOptions(null),
        placeholder: texts.chooseRole,
      }}
      submit={{ label: texts.create, busyLabel: texts.creating }}
      onSubmit={form.handleSubmit(save)}
      onClose={close}
    >
      <TextField
        label={texts.email}
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <FormRutField control={control} name="rut" label={texts.rut} />
    </UserDialog>
  );
}
