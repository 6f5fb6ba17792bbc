import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const SetupPage = lazyPage(() => import('#src/features/setup/setup-page.tsx').then((m) => m.SetupPage));

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.setup.path, element: <SetupPage /> }],
});
