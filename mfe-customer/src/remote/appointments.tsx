import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const AppointmentsPage = lazyPage(() =>
  import('#src/routes/appointments-page.tsx').then((m) => m.AppointmentsPage),
);

export const remote = defineRemote({
  name: 'mfe-customer',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.dashboardAppointments.path, element: <AppointmentsPage /> }],
});
