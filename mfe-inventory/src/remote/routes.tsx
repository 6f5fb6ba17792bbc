import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const InventoryPage = lazyPage(() =>
  import('#src/features/inventory/inventory-page.tsx').then((m) => m.InventoryPage),
);
const ImportPage = lazyPage(() => import('#src/features/import/import-page.tsx').then((m) => m.ImportPage));
const ScreenOrdersPage = lazyPage(() =>
  import('#src/features/screen-orders/screen-orders-page.tsx').then((m) => m.ScreenOrdersPage),
);

export const remote = defineRemote({
  name: 'mfe-inventory',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.inventory.path, element: <InventoryPage /> },
    { path: paths.dashboardInventory.path, element: <InventoryPage /> },
    { path: paths.dashboardInventoryImport.path, element: <ImportPage /> },
    { path: paths.screenOrders.path, element: <ScreenOrdersPage /> },
    { path: paths.dashboardScreenOrders.path, element: <ScreenOrdersPage /> },
  ],
});
