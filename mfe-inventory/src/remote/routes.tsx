import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const InventoryPage = lazyPage(() =>
  import('#src/features/inventory/inventory-page.tsx').then((m) => m.InventoryPage),
);
const ImportPage = lazyPage(() => import('#src/features/import/import-page.tsx').then((m) => m.ImportPage));
const StocktakesPage = lazyPage(() =>
  import('#src/features/stocktakes/stocktakes-page.tsx').then((m) => m.StocktakesPage),
);
const StocktakePage = lazyPage(() =>
  import('#src/features/stocktakes/stocktake-page.tsx').then((m) => m.StocktakePage),
);
const PartsPage = lazyPage(() => import('#src/features/parts/parts-page.tsx').then((m) => m.PartsPage));
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
    { path: paths.stocktakes.path, element: <StocktakesPage /> },
    { path: paths.stocktake.path, element: <StocktakePage /> },
    { path: paths.dashboardParts.path, element: <PartsPage /> },
    { path: paths.screenOrders.path, element: <ScreenOrdersPage /> },
    { path: paths.dashboardScreenOrders.path, element: <ScreenOrdersPage /> },
  ],
});
