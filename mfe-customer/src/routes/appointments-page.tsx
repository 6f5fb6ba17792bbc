import { AppointmentsScreen } from '#src/features/appointments/appointments-screen.tsx';

/** /dashboard/citas of the staff. */
export function AppointmentsPage() {
  return <AppointmentsScreen />;
}
