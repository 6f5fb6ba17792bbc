import { useState } from 'react';
import type { ShopAppointment } from '@taller/shared/appointments/appointment-queries.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { CancelAppointmentDialog } from './cancel-appointment-dialog.tsx';
import { MoveAppointmentDialog } from './move-appointment-dialog.tsx';

/** An appointment that is being moved, and where it was dropped. */
interface Moving {
  appointment: ShopAppointment;
  to?: { day: string; time: string };
}

/** The dialogs that move and cancel an appointment, of the list and of the week; `dialogs` belongs into the page. */
export function useAppointmentActions(name: string) {
  const [moving, setMoving] = usePersistedDialog<Moving>(`cita.mover.${name}`);
  const [cancelling, setCancelling] = useState<ShopAppointment | null>(null);
  const dialogs = (
    <>
      {moving && (
        <MoveAppointmentDialog
          appointment={moving.appointment}
          to={moving.to}
          onClose={() => setMoving(null)}
        />
      )}
      {cancelling && <CancelAppointmentDialog appointment={cancelling} onClose={() => setCancelling(null)} />}
    </>
  );
  return { dialogs, move: setMoving, cancel: setCancelling };
}
