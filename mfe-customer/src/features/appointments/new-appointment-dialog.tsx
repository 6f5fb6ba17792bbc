import { useId, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { shop } from '@taller/shared/config/shop.ts';
import { useCreateAppointmentMutation } from '@taller/shared/appointments/create-appointment-mutation.ts';
import { isDay, shopDay, shopInstant } from '@taller/shared/values/dates.ts';
import { openingState } from '@taller/shared/config/opening-hours.ts';
import {
  appointmentSchema,
  type Appointment,
  type AppointmentInput,
} from '@taller/shared/appointments/appointment-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogCancel, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';
import styles from './appointments.module.css';
import { CustomerPicker } from './customer-picker.tsx';

const EMPTY: AppointmentInput = { customerId: '', date: '', time: '', reason: '' };

/** Whether the shop is closed at a typed date and time; false while they are incomplete. */
function isClosedAt(date: string, time: string): boolean {
  if (!isDay(date) || !/^\d{2}:\d{2}$/.test(time)) return false;
  return !openingState(shop.hours, shopInstant(date, time)).open;
}

/** Gives a customer an appointment. A time outside the opening hours only warns: the shop may make an exception. */
export function NewAppointmentDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [today] = useState(() => shopDay(new Date()));
  const create = useCreateAppointmentMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<AppointmentInput, unknown, Appointment>({
    resolver: zodResolver(appointmentSchema),
    defaultValues: EMPTY,
  });
  const { register, control, setValue, formState } = form;
  const [date, time] = useWatch({ control, name: ['date', 'time'] });
  const { errors, isSubmitting, isSubmitted } = formState;
  const submit = form.handleSubmit(async (appointment) => {
    setProblem(null);
    try {
      await create.mutateAsync(appointment);
    } catch (error) {
      setProblem(failureText(error, es.appointments.createFailed));
      return;
    }
    toast.success(es.appointments.created);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={es.appointments.newTitle}
      busy={isSubmitting}
    >
      <DialogBody>
        {problem && (
          <div className={styles.problem}>
            <Banner tone="danger">{problem}</Banner>
          </div>
        )}
        {/* Outside the form: Enter in its search box searches. */}
        <CustomerPicker
          error={errors.customerId?.message}
          onPick={(customerId) =>
            setValue('customerId', customerId, { shouldDirty: true, shouldValidate: isSubmitted })
          }
        />
        <Form form={form} draft="cita.nueva" id={formId} onSubmit={submit} className={styles.fields}>
          <div className={styles.pair}>
            <FormDateField control={control} name="date" label={es.appointments.date} min={today} />
            <FormDateField
              control={control}
              name="time"
              type="time"
              label={es.appointments.time}
              warning={isClosedAt(date, time) ? es.appointments.closedThen : undefined}
            />
          </div>
          <TextArea
            {...register('reason')}
            label={es.appointments.reason}
            placeholder={es.appointments.reasonPlaceholder}
            error={errors.reason?.message}
          />
        </Form>
      </DialogBody>
      <DialogFooter>
        <DialogCancel disabled={isSubmitting}>{es.cancel}</DialogCancel>
        <Button
          type="submit"
          form={formId}
          variant="primary"
          loading={isSubmitting}
          loadingText={es.appointments.creating}
        >
          {es.appointments.create}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
