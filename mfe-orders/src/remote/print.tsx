import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const DayListPage = lazyPage(() =>
  import('#src/features/print/day-list-page.tsx').then((m) => m.DayListPage),
);
const DrawerSheetPage = lazyPage(() =>
  import('#src/features/print/drawer-sheet-page.tsx').then((m) => m.DrawerSheetPage),
);
const PrintSelectPage = lazyPage(() =>
  import('#src/features/print/print-select-page.tsx').then((m) => m.PrintSelectPage),
);
const PrintClientPage = lazyPage(() =>
  import('#src/features/print/print-client-page.tsx').then((m) => m.PrintClientPage),
);
const PrintLabelsPage = lazyPage(() =>
  import('#src/features/print/print-labels-page.tsx').then((m) => m.PrintLabelsPage),
);
const PrintPlaceLabelsPage = lazyPage(() =>
  import('#src/features/print/print-place-labels-page.tsx').then((m) => m.PrintPlaceLabelsPage),
);
const PrintLetterPage = lazyPage(() =>
  import('#src/features/print/print-letter-page.tsx').then((m) => m.PrintLetterPage),
);
const PrintStatementPage = lazyPage(() =>
  import('#src/features/print/print-statement-page.tsx').then((m) => m.PrintStatementPage),
);
const PrintTechnicalPage = lazyPage(() =>
  import('#src/features/print/print-technical-page.tsx').then((m) => m.PrintTechnicalPage),
);

export const remote = defineRemote({
  name: 'mfe-orders',
  build: __REMOTE_BUILD__,
  routes: [
    { path: paths.dayList.path, element: <DayListPage /> },
    { path: paths.drawerSheet.path, element: <DrawerSheetPage /> },
    { path: paths.printSelect.path, element: <PrintSelectPage /> },
    { path: paths.printClient.path, element: <PrintClientPage /> },
    { path: paths.printLabels.path, element: <PrintLabelsPage /> },
    { path: paths.printPlaceLabels.path, element: <PrintPlaceLabelsPage /> },
    { path: paths.printLetter.path, element: <PrintLetterPage /> },
    { path: paths.printStatement.path, element: <PrintStatementPage /> },
    { path: paths.printTechnical.path, element: <PrintTechnicalPage /> },
  ],
});
