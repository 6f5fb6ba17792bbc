import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const ReportsPage = lazyPage(() =>
  import('#src/features/reports/reports-page.tsx').then((m) => m.ReportsPage),
);

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.reports.path, element: <ReportsPage /> },
    { path: paths.dashboardReports.path, element: <ReportsPage /> },
  ],
});
