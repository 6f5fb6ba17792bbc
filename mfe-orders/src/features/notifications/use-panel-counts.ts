import { useEffect } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { PANEL_COUNTS, type PanelCounts } from '@taller/shared/contract/widgets.ts';
import { notificationKeys } from '@taller/shared/notifications/keys.ts';
import { panelCountsQuery, TAB_COUNT_LIMIT } from '@taller/shared/notifications/notification-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { notificationTexts } from '#src/features/notifications/texts.ts';

const texts = notificationTexts.waiting;
type Tab = keyof typeof texts;

const TABS: Readonly<Record<Tab, { path: string }>> = {
  orders: paths.dashboard,
  appointments: paths.dashboardAppointments,
  messages: paths.dashboardMessages,
  screen_orders: paths.dashboardScreenOrders,
  inventory: paths.dashboardInventory,
};

/** The counts of the tabs as they are shown, by path; nothing at 0. */
export function countsToShow(counts: Readonly<Record<string, number>>): PanelCounts {
  const shown = (Object.keys(TABS) as Tab[]).flatMap((tab) => {
    const count = counts[tab] ?? 0;
    if (count === 0) return [];
    const number = count < TAB_COUNT_LIMIT ? String(count) : `${TAB_COUNT_LIMIT - 1}+`;
    return [[TABS[tab].path, { shown: number, said: texts[tab](number) }] as const];
  });
  return Object.fromEntries(shown);
}

/** Reads how much waits at the panel's tabs and tells the shell, which shows it (ORD-83). */
export function usePanelCounts(): void {
  const client = useQueryClient();
  const { data } = useQuery(panelCountsQuery());
  useEffect(() => {
    if (data) dispatchEvent(new CustomEvent<PanelCounts>(PANEL_COUNTS, { detail: countsToShow(data) }));
  }, [data]);
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void client.invalidateQueries({ queryKey: notificationKeys.panelCounts() });
      }),
    [client],
  );
}
