import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const DrawerPage = lazyPage(() => import('#src/features/drawer/drawer-page.tsx').then((m) => m.DrawerPage));

export const remote = defineRemote({
  name: 'mfe-orders',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.dashboardDrawer.path, element: <DrawerPage /> }],
});
