import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const SettingsPage = lazyPage(() =>
  import('#src/features/settings/settings-page.tsx').then((m) => m.SettingsPage),
);

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.dashboardSettings.path, element: <SettingsPage /> },
    { path: paths.dashboardSettingsSection.path, element: <SettingsPage /> },
  ],
});
