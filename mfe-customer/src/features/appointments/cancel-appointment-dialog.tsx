import { useCancelAppointmentMutation } from '@taller/shared/appointments/cancel-appointment-mutation.ts';
import type { ShopAppointment } from '@taller/shared/appointments/shop-appointments-query.ts';
import { toast } from '@taller/shared/runtime';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { formatAppointment } from '#src/features/appointments/appointment-dates.ts';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';

export interface CancelAppointmentDialogProps {
  appointment: ShopAppointment;
  onClose: () => void;
}

/** Asks before an appointment is cancelled. */
export function CancelAppointmentDialog({ appointment, onClose }: CancelAppointmentDialogProps) {
  const cancel = useCancelAppointmentMutation();
  const { customer, appointment_date: date, id } = appointment;
  const confirm = () =>
    cancel.mutate(id, {
      onSuccess: () => {
        toast.success(es.appointments.cancelDone);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={es.appointments.cancelTitle}
      description={es.appointments.cancelText(customer.full_name || customer.email, formatAppointment(date))}
      confirmLabel={es.appointments.cancelOne}
      cancelLabel={es.appointments.keep}
      danger
      loading={cancel.isPending}
      error={cancel.error ? failureText(cancel.error, es.appointments.cancelFailed) : undefined}
      onConfirm={confirm}
    />
  );
}
