import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const CustomerDashboardPage = lazyPage(() =>
  import('#src/routes/customer-dashboard-page.tsx').then((m) => m.CustomerDashboardPage),
);
const CustomerOrderPage = lazyPage(() =>
  import('#src/routes/customer-order-page.tsx').then((m) => m.CustomerOrderPage),
);
const ProfilePage = lazyPage(() => import('#src/routes/profile-page.tsx').then((m) => m.ProfilePage));

export const remote = defineRemote({
  name: 'mfe-customer',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.dashboard.path, element: <CustomerDashboardPage /> },
    { path: paths.orderView.path, element: <CustomerOrderPage /> },
    { path: paths.profile.path, element: <ProfilePage /> },
  ],
});
