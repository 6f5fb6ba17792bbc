import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const MessagesPage = lazyPage(() =>
  import('#src/features/messages/messages-page.tsx').then((m) => m.MessagesPage),
);

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.dashboardMessages.path, element: <MessagesPage /> }],
});
