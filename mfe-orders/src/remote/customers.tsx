import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const CustomersPage = lazyPage(() =>
  import('#src/features/customers/customers-page.tsx').then((m) => m.CustomersPage),
);
const CustomerPage = lazyPage(() =>
  import('#src/features/customers/customer-page.tsx').then((m) => m.CustomerPage),
);

export const remote = defineRemote({
  name: 'mfe-orders',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.dashboardCustomers.path, element: <CustomersPage /> },
    { path: paths.customer.path, element: <CustomerPage /> },
  ],
});
