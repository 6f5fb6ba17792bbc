import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const OrderDeskPage = lazyPage(() =>
  import('#src/features/orders/desk/order-desk-page.tsx').then((m) => m.OrderDeskPage),
);
const OrderViewPage = lazyPage(() =>
  import('#src/features/orders/view/order-view-page.tsx').then((m) => m.OrderViewPage),
);
const OrderEditPage = lazyPage(() =>
  import('#src/features/orders/form/order-edit-page.tsx').then((m) => m.OrderEditPage),
);
const MoveDevicesPage = lazyPage(() =>
  import('#src/features/orders/places/move-devices-page.tsx').then((m) => m.MoveDevicesPage),
);
const DevicePassportPage = lazyPage(() =>
  import('#src/features/orders/passport/device-passport-page.tsx').then((m) => m.DevicePassportPage),
);
const QueuePage = lazyPage(() =>
  import('#src/features/orders/queue/queue-page.tsx').then((m) => m.QueuePage),
);
const BoardPage = lazyPage(() =>
  import('#src/features/orders/board/board-page.tsx').then((m) => m.BoardPage),
);

export const remote = defineRemote({
  name: 'mfe-orders',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.dashboard.path, element: <OrderDeskPage /> },
    { path: paths.orderView.path, element: <OrderViewPage /> },
    { path: paths.moveDevices.path, element: <MoveDevicesPage /> },
    { path: paths.devicePassport.path, element: <DevicePassportPage /> },
    { path: paths.dashboardQueue.path, element: <QueuePage /> },
    { path: paths.dashboardBoard.path, element: <BoardPage /> },
    { path: paths.orderEdit.path, element: <OrderEditPage /> },
  ],
});
