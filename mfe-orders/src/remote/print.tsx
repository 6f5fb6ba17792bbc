import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const PrintSelectPage = lazyPage(() =>
  import('#src/routes/print-select-page.tsx').then((m) => m.PrintSelectPage),
);
const PrintClientPage = lazyPage(() =>
  import('#src/routes/print-client-page.tsx').then((m) => m.PrintClientPage),
);
const PrintTechnicalPage = lazyPage(() =>
  import('#src/routes/print-technical-page.tsx').then((m) => m.PrintTechnicalPage),
);

export const remote = defineRemote({
  name: 'mfe-orders',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.printSelect.path, element: <PrintSelectPage /> },
    { path: paths.printClient.path, element: <PrintClientPage /> },
    { path: paths.printTechnical.path, element: <PrintTechnicalPage /> },
  ],
});
