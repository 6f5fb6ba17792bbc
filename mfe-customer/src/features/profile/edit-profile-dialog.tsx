import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { OwnProfile } from '@taller/shared/people/profile/own-profile-queries.ts';
import { useUpdateOwnProfileMutation } from '@taller/shared/people/profile/update-own-profile-mutation.ts';
import { may } from '@taller/shared/access/permissions.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { profileSchema, type Profile, type ProfileInput } from '@taller/shared/people/people-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { getSession, toast, useSession } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { profileTexts } from '#src/features/profile/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './profile-page.module.css';

export interface EditProfileDialogProps {
  profile: OwnProfile;
  onClose: () => void;
}

/** 'Editar Perfil': RUT and e-mail are shown but not saved (CUST-03). Input is kept if saving fails. */
export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const update = useUpdateOwnProfileMutation(profile.id);
  const [problem, setProblem] = useState<string | null>(null);
  const mayRename = may(useSession().user?.role, 'own-name.change');
  const form = useForm<ProfileInput, unknown, Profile>({
    resolver: zodResolver(profileSchema),
    defaultValues: {
      fullName: profile.full_name,
      phone: profile.phone ?? '',
      address: profile.address ?? '',
    },
  });
  const { register, formState } = form;
  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    if (!getSession().user) {
      setProblem(profileTexts.noUser);
      return;
    }
    try {
      await update.mutateAsync(values);
    } catch (error) {
      console.error('The profile was not saved', error);
      setProblem(failureText(error, profileTexts.saveFailed, ['invalid']));
      return;
    }
    toast.success(profileTexts.saved);
    onClose();
  });
  const { errors, isSubmitting } = formState;

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={profileTexts.edit} busy={isSubmitting}>
      <Form form={form} draft="perfil" onSubmit={submit}>
        <DialogBody>
          <div className={styles.fields}>
            {problem && <Banner tone="danger">{problem}</Banner>}
            <TextField
              {...register('fullName')}
              label={profileTexts.fullName}
              hint={mayRename ? undefined : profileTexts.nameFixed}
              autoComplete="name"
              readOnly={!mayRename}
              error={errors.fullName?.message}
            />
            <TextField
              label={profileTexts.rut}
              value={profile.rut ? formatRut(profile.rut) : ''}
              hint={profileTexts.rutFixed}
              disabled
              readOnly
            />
            <TextField
              type="email"
              label={profileTexts.email}
              value={profile.email}
              hint={profileTexts.emailFixed}
              disabled
              readOnly
            />
            <FormPhoneField
              control={form.control}
              name="phone"
              label={profileTexts.phone}
              autoComplete="tel"
            />
            <TextField
              {...register('address')}
              label={profileTexts.address}
              autoComplete="street-address"
              optional
              error={errors.address?.message}
            />
          </div>
        </DialogBody>
        <SaveFooter label={commonTexts.save} busyLabel={commonTexts.saving} busy={isSubmitting} />
      </Form>
    </Dialog>
  );
}
