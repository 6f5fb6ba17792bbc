import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const UsersPage = lazyPage(() => import('#src/routes/users-page.tsx').then((m) => m.UsersPage));

export const remote = defineRemote({
  name: 'mfe-orders',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.dashboardUsers.path, element: <UsersPage /> }],
});
