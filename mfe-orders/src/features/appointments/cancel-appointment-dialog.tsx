import { useCancelAppointmentMutation } from '@taller/shared/appointments/appointment-mutations.ts';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { formatAppointment } from '@taller/shared/appointments/appointment-dates.ts';
import { appointmentTexts } from '#src/features/appointments/texts.ts';
import { toldHow } from './told-how.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';

export interface CancelAppointmentDialogProps {
  appointment: ShopAppointment;
  onClose: () => void;
}

/** Confirmation before an appointment is cancelled. */
export function CancelAppointmentDialog({ appointment, onClose }: CancelAppointmentDialogProps) {
  const cancel = useCancelAppointmentMutation();
  const { customer, appointment_date: date, id } = appointment;
  const confirm = () =>
    cancel.mutate(id, {
      onSuccess: () => {
        toast.success(appointmentTexts.cancelDone);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={appointmentTexts.cancelTitle}
      description={appointmentTexts.cancelText(
        customer.full_name || customer.email,
        formatAppointment(date),
        toldHow(appointment),
      )}
      confirmLabel={appointmentTexts.cancelOne}
      cancelLabel={appointmentTexts.keep}
      danger
      loading={cancel.isPending}
      error={cancel.error ? failureText(cancel.error, appointmentTexts.cancelFailed) : undefined}
      onConfirm={confirm}
    />
  );
}
