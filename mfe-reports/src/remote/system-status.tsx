import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const SystemStatusPage = lazyPage(() =>
  import('#src/features/system-status/system-status-page.tsx').then((m) => m.SystemStatusPage),
);

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.systemStatus.path, element: <SystemStatusPage /> }],
});
