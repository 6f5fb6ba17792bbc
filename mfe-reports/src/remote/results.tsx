import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const ResultsPage = lazyPage(() =>
  import('#src/features/results/results-page.tsx').then((m) => m.ResultsPage),
);

export const remote = defineRemote({
  name: 'mfe-reports',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.dashboardResults.path, element: <ResultsPage /> }],
});
