import { useId, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { formatAppointment } from '@taller/shared/appointments/appointment-dates.ts';
import {
  moveSchema,
  type MoveInput,
  type MoveValues,
} from '@taller/shared/appointments/appointment-schemas.ts';
import { useMoveAppointmentMutation } from '@taller/shared/appointments/appointment-mutations.ts';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { formatTime, shopDay } from '@taller/shared/values/dates.ts';
import styles from './appointments.module.css';
import { appointmentTexts } from './texts.ts';
import { toldHow } from './told-how.ts';
import { useTimeWarning } from './use-time-warning.ts';

export interface MoveAppointmentDialogProps {
  appointment: ShopAppointment;
  /** The day and time it was dropped on; if absent, its present ones. */
  to?: { day: string; time: string };
  onClose: () => void;
}

/**
 * Moves an appointment to another date and time, entered or where it was dropped (APPT-03). A time outside the opening
 * hours, or one that is taken, is only a warning, as for a new one.
 */
export function MoveAppointmentDialog({ appointment, to, onClose }: MoveAppointmentDialogProps) {
  const { id, version, customer, appointment_date: was } = appointment;
  const formId = useId();
  const [today] = useState(() => shopDay(new Date()));
  const [problem, setProblem] = useState<string | null>(null);
  const move = useMoveAppointmentMutation();
  const form = useForm<MoveInput, unknown, MoveValues>({
    resolver: zodResolver(moveSchema),
    defaultValues: { date: to?.day ?? shopDay(was), time: to?.time ?? formatTime(was) },
  });
  const { control, formState } = form;
  const [date, time] = useWatch({ control, name: ['date', 'time'] });
  const warning = useTimeWarning(date, time, id);
  const submit = form.handleSubmit(async ({ at }) => {
    setProblem(null);
    try {
      await move.mutateAsync({ id, version, at });
    } catch (error) {
      setProblem(failureText(error, appointmentTexts.moveFailed));
      return;
    }
    toast.success(appointmentTexts.moved(formatAppointment(at.toISOString())));
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={appointmentTexts.moveTitle}
      description={appointmentTexts.moveFrom(customer.full_name || customer.email, formatAppointment(was))}
      busy={formState.isSubmitting}
    >
      <DialogBody>
        {problem && (
          <div className={styles.problem}>
            <Banner tone="danger">{problem}</Banner>
          </div>
        )}
        <Form form={form} draft={`cita.mover.${id}`} id={formId} onSubmit={submit} className={styles.fields}>
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
          <p className={styles.muted}>{appointmentTexts.moveNotice(toldHow(appointment))}</p>
        </Form>
      </DialogBody>
      <SaveFooter
        label={appointmentTexts.moveSave}
        busyLabel={appointmentTexts.moving}
        busy={formState.isSubmitting}
        form={formId}
      />
    </Dialog>
  );
}
