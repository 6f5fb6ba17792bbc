import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const ImportPage = lazyPage(() => import('#src/features/import/import-page.tsx').then((m) => m.ImportPage));

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.dashboardImport.path, element: <ImportPage /> }],
});
