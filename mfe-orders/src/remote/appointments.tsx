import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const AppointmentsPage = lazyPage(() =>
  import('#src/features/appointments/appointments-page.tsx').then((m) => m.AppointmentsPage),
);

export const remote = defineRemote({
  name: 'mfe-orders',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.dashboardAppointments.path, element: <AppointmentsPage /> }],
});
