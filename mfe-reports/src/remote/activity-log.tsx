import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const ActivityLogPage = lazyPage(() =>
  import('#src/features/activity-log/activity-log-page.tsx').then((m) => m.ActivityLogPage),
);

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.activityLogs.path, element: <ActivityLogPage /> },
    { path: paths.dashboardLogs.path, element: <ActivityLogPage /> },
  ],
});
