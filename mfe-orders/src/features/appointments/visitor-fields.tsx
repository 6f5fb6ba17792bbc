import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { AppointmentInput } from '@taller/shared/appointments/appointment-schemas.ts';
import { LONGEST } from '@taller/shared/values/longest.ts';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { appointmentTexts } from '#src/features/appointments/texts.ts';
import styles from './appointments.module.css';

interface VisitorFieldsProps {
  register: UseFormRegister<AppointmentInput>;
  errors: FieldErrors<AppointmentInput>;
}

/** Who comes without an account (APPT-06). */
export function VisitorFields({ register, errors }: VisitorFieldsProps) {
  return (
    <div className={styles.pair}>
      <TextField
        {...register('fullName')}
        label={appointmentTexts.fullName}
        autoComplete="off"
        maxLength={LONGEST.name}
        error={errors.fullName?.message}
      />
      <TextField
        {...register('phone')}
        type="tel"
        label={appointmentTexts.phone}
        autoComplete="off"
        maxLength={LONGEST.phone}
        error={errors.phone?.message}
      />
    </div>
  );
}
