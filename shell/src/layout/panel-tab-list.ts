import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { isOpenTo } from '@taller/shared/contract/screen-access.ts';
import type { PanelCounts } from '@taller/shared/contract/widgets.ts';
import type { TabLink } from '@taller/shared/ui/tab-links.tsx';
import { ROUTES } from '#src/routing/route-table.ts';

const FIRST_GROUP = 'Trabajo';

export interface PanelTab extends TabLink {
  group: string;
}

export const groupsOf = (tabs: readonly PanelTab[]): string[] => [...new Set(tabs.map(({ group }) => group))];

/**
 * The tabs of the panel (ORD-01), group by group, in the order of the list of screens. The orders' own screens belong
 * to the first; a screen that the header links at another address is current at both.
 */
export function panelTabs(role: Role, counts: PanelCounts = {}): PanelTab[] {
  const open = ROUTES.filter((route) => isOpenTo(route, role));
  const tabs = open.flatMap(({ path, tab, tabGroup: group = FIRST_GROUP, title, remote }) => {
    if (!tab) return [];
    const isDesk = path === paths.dashboard.path;
    const addresses = open.filter((other) => other.title === title && other.remote === remote);
    const below = isDesk
      ? [`${paths.dashboard.path}/orders`, '/orders']
      : addresses.map((other) => other.path);
    return [{ href: path, label: tab, count: counts[path], group, end: isDesk, below }];
  });
  return groupsOf(tabs).flatMap((group) => tabs.filter((tab) => tab.group === group));
}
