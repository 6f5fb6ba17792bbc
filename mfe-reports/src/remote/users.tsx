import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const UsersPage = lazyPage(() => import('#src/features/users/users-page.tsx').then((m) => m.UsersPage));

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.dashboardUsers.path, element: <UsersPage /> }],
});
