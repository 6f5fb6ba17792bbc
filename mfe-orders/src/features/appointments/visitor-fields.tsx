import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form';
import type { Appointment, AppointmentInput } from '@taller/shared/appointments/appointment-schemas.ts';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { LONGEST } from '@taller/shared/values/longest.ts';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { appointmentTexts } from '#src/features/appointments/texts.ts';
import styles from './appointments.module.css';

interface VisitorFieldsProps {
  control: Control<AppointmentInput, unknown, Appointment>;
  register: UseFormRegister<AppointmentInput>;
  errors: FieldErrors<AppointmentInput>;
}

/** Fields for a visitor without an account (APPT-06). */
export function VisitorFields({ control, register, errors }: VisitorFieldsProps) {
  return (
    <div className={styles.pair}>
      <TextField
        {...register('fullName')}
        label={appointmentTexts.fullName}
        autoComplete="off"
        maxLength={LONGEST.name}
        error={errors.fullName?.message}
      />
      <FormPhoneField
        control={control}
        name="phone"
        label={appointmentTexts.phone}
        autoComplete="off"
        maxLength={LONGEST.phone}
      />
    </div>
  );
}
