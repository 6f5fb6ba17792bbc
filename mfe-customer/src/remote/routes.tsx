import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const CustomerPanelPage = lazyPage(() =>
  import('#src/features/panel/customer-panel-page.tsx').then((m) => m.CustomerPanelPage),
);
const CustomerOrderPage = lazyPage(() =>
  import('#src/features/order/customer-order-page.tsx').then((m) => m.CustomerOrderPage),
);
const ProfilePage = lazyPage(() =>
  import('#src/features/profile/profile-page.tsx').then((m) => m.ProfilePage),
);

export const remote = defineRemote({
  name: 'mfe-customer',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.dashboard.path, element: <CustomerPanelPage /> },
    { path: paths.orderView.path, element: <CustomerOrderPage /> },
    { path: paths.profile.path, element: <ProfilePage /> },
  ],
});
