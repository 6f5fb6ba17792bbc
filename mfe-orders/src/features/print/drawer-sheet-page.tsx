import { useState } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { drawerSheetQuery } from '@taller/shared/orders/drawers/drawer-queries.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { DrawerSheetContent } from './drawer-sheet.tsx';
import { PrintLoading } from './print-problem.tsx';
import { SheetPages } from './sheet-pages.tsx';
import { printTexts } from './texts.ts';

const { drawerSheet: texts } = printTexts;

/** /dashboard/caja/:id: the day's sheet of a cash drawer, on paper (PAY-26). */
export function DrawerSheetPage() {
  const { id = '' } = useParams();
  const [now] = useState(() => new Date());
  const { data, error, refetch } = useQuery(drawerSheetQuery(id));
  if (error)
    return (
      <ErrorState
        as="h1"
        error={error}
        message={texts.loadFailed}
        onRetry={() => void refetch()}
        actions={<LinkButton to={paths.dashboardDrawer.getHref()}>{printTexts.back}</LinkButton>}
      />
    );
  if (!data) return <PrintLoading />;
  return (
    <SheetPages
      copies={1}
      format="a4"
      reads
      sheets={[{ orderNumber: null, content: <DrawerSheetContent sheet={data} now={now} /> }]}
    />
  );
}
