import { useState } from 'react';
import { dayAppointmentsQuery } from '@taller/shared/appointments/appointment-queries.ts';
import { nextOpenDay } from '@taller/shared/config/opening-hours.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { dueOrdersQuery } from '@taller/shared/orders/promises/due-orders-query.ts';
import { useQuery } from '@taller/shared/query';
import { readFacts } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import { DayList } from './day-list.tsx';
import { PrintLoading } from './print-problem.tsx';
import { SheetPages } from './sheet-pages.tsx';
import { printTexts } from './texts.ts';

/** /dashboard/lista-del-dia: what is promised until the next opening day, on paper (TIME-38). */
export function DayListPage() {
  const [now] = useState(() => new Date());
  const today = shopDay(now);
  const day = nextOpenDay(readFacts().hours, today);
  const orders = useQuery(dueOrdersQuery(addDays(day, 1)));
  const appointments = useQuery(dayAppointmentsQuery(today, addDays(day, 1)));
  const failed = [orders, appointments].find(({ error }) => error);
  if (failed)
    return (
      <ErrorState
        as="h1"
        error={failed.error}
        message={printTexts.dayList.loadFailed}
        onRetry={() => void failed.refetch()}
        actions={<LinkButton to={paths.dashboardQueue.getHref()}>{printTexts.back}</LinkButton>}
      />
    );
  if (!orders.data || !appointments.data) return <PrintLoading />;
  return (
    <SheetPages
      copies={1}
      format="a4"
      sheets={[
        {
          orderNumber: null,
          content: <DayList orders={orders.data} appointments={appointments.data} day={day} now={now} />,
        },
      ]}
    />
  );
}
