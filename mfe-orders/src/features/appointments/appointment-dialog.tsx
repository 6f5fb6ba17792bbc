import { formatAppointment } from '@taller/shared/appointments/appointment-dates.ts';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { AppointmentOrder } from './appointment-order.tsx';
import { appointmentTexts, weekTexts } from './texts.ts';

export interface AppointmentDialogProps {
  appointment: ShopAppointment;
  onClose: () => void;
  onMove: () => void;
  onCancel: () => void;
}

/** All of an appointment of the week, with what can be done about it. */
export function AppointmentDialog({ appointment, onClose, onMove, onCancel }: AppointmentDialogProps) {
  const { customer, appointment_date: date, reason, device, source } = appointment;
  const { phone } = customer;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={customer.full_name || customer.email}
      size="sm"
    >
      <DialogBody>
        <DefinitionList
          items={[
            { term: weekTexts.when, value: formatAppointment(date), wide: true },
            {
              term: weekTexts.phone,
              value: phone && <a href={telHref(phone)}>{formatPhone(phone)}</a>,
              wide: true,
            },
            ...(device ? [{ term: weekTexts.device, value: device, wide: true }] : []),
            { term: weekTexts.reason, value: reason, wide: true },
            ...(source === 'site' ? [{ term: weekTexts.source, value: weekTexts.site, wide: true }] : []),
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <AppointmentOrder appointment={appointment} />
        <Button onClick={onCancel}>{appointmentTexts.cancelOne}</Button>
        <Button variant="primary" onClick={onMove} data-autofocus="">
          {appointmentTexts.move}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
