import { useId, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { useCreateAppointmentMutation } from '@taller/shared/appointments/appointment-mutations.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import {
  appointmentSchema,
  type Appointment,
  type AppointmentInput,
} from '@taller/shared/appointments/appointment-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { appointmentTexts } from '#src/features/appointments/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './appointments.module.css';
import { CustomerPicker } from './customer-picker.tsx';
import { useTimeWarning } from './use-time-warning.ts';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { LONGEST } from '@taller/shared/values/longest.ts';
import { TextField } from '@taller/shared/ui/text-field.tsx';

interface VisitorFieldsProps {
  control: Control<AppointmentInput, unknown, Appointment>;
  register: UseFormRegister<AppointmentInput>;
  errors: FieldErrors<AppointmentInput>;
}

/** Fields for a visitor without an account (APPT-06). */
function VisitorFields({ control, register, errors }: VisitorFieldsProps) {
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

const EMPTY: AppointmentInput = {
  who: 'account',
  customerId: '',
  fullName: '',
  phone: '',
  date: '',
  time: '',
  reason: '',
};

/** Saves an appointment; says what went wrong, or closes. */
function useSave(onClose: () => void) {
  const create = useCreateAppointmentMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (appointment: Appointment) => {
    setProblem(null);
    try {
      await create.mutateAsync(appointment);
    } catch (error) {
      setProblem(failureText(error, appointmentTexts.createFailed));
      return;
    }
    toast.success(appointmentTexts.created);
    onClose();
  };
  return { problem, save };
}

/**
 * Creates an appointment for a customer, or for somebody without an account (APPT-06). A time outside the opening
 * hours, or one that is taken, is only a warning, since exceptions are possible.
 */
export function NewAppointmentDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [today] = useState(() => shopDay(new Date()));
  const form = useForm<AppointmentInput, unknown, Appointment>({
    resolver: zodResolver(appointmentSchema),
    defaultValues: EMPTY,
  });
  const { register, control, setValue, formState } = form;
  const [who, date, time] = useWatch({ control, name: ['who', 'date', 'time'] });
  const isVisitor = who === 'visitor';
  const warning = useTimeWarning(date, time);
  const { errors, isSubmitting, isSubmitted } = formState;
  const changed = { shouldDirty: true, shouldValidate: isSubmitted };
  const { problem, save } = useSave(onClose);
  const submit = form.handleSubmit(save);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={appointmentTexts.newTitle}
      busy={isSubmitting}
    >
      <DialogBody>
        {problem && (
          <Banner tone="danger" className={styles.problem}>
            {problem}
          </Banner>
        )}
        {/* Outside the form: Enter in its search box starts a search. */}
        {!isVisitor && (
          <CustomerPicker
            error={errors.customerId?.message}
            onPick={(customerId) => setValue('customerId', customerId, changed)}
          />
        )}
        <Checkbox
          className={styles.without}
          label={appointmentTexts.withoutAccount}
          checked={isVisitor}
          onChange={({ target }) => setValue('who', target.checked ? 'visitor' : 'account', changed)}
        />
        <Form
          form={form}
          draft="cita.nueva"
          enterGoesOn
          id={formId}
          onSubmit={submit}
          className={styles.fields}
        >
          {isVisitor && <VisitorFields control={form.control} register={register} errors={errors} />}
          <div className={styles.pair}>
            <FormDateField control={control} name="date" label={appointmentTexts.date} min={today} />
            <FormDateField
              control={control}
              name="time"
              type="time"
              label={appointmentTexts.time}
              warning={warning}
            />
          </div>
          <TextArea
            {...register('reason')}
            label={appointmentTexts.reason}
            hint={appointmentTexts.reasonHint}
            error={errors.reason?.message}
          />
        </Form>
      </DialogBody>
      <SaveFooter
        label={appointmentTexts.create}
        busyLabel={appointmentTexts.creating}
        busy={isSubmitting}
        form={formId}
      />
    </Dialog>
  );
}
