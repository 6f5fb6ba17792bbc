import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const TaxMonthPage = lazyPage(() =>
  import('#src/features/tax-month/tax-month-page.tsx').then((m) => m.TaxMonthPage),
);

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.taxMonth.path, element: <TaxMonthPage /> }],
});
