import { useEffect, useState } from 'react';
import type { Role } from '@taller/shared/access/roles.ts';
import { PANEL_COUNTS, type PanelCounts } from '@taller/shared/contract/widgets.ts';
import { Link, useLocation } from '@taller/shared/runtime';
import { Count, isCurrent, TabLinks } from '@taller/shared/ui/tab-links.tsx';
import { useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { groupsOf, panelTabs, type PanelTab } from '#src/layout/panel-tab-list.ts';
import { es } from '#src/texts/es.ts';
import styles from './panel-tabs.module.css';

/** From here on the tabs stand beside the screens; the same width as in dashboard-frame.module.css. */
const WIDE = '(min-width: 75rem)';

function SideTabs({ tabs }: { tabs: readonly PanelTab[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={es.dashboard.sections} className={styles.nav}>
      {groupsOf(tabs).map((group) => (
        <section key={group} aria-label={group} className={styles.group}>
          <p className={styles.caption} aria-hidden="true">
            {group}
          </p>
          {tabs
            .filter((tab) => tab.group === group)
            .map((link) => (
              <Link
                key={link.href}
                to={link.href}
                className={styles.link}
                aria-current={isCurrent(link, pathname) ? 'page' : undefined}
                title={link.count?.said}
              >
                <span>{link.label}</span>
                {link.count && <Count of={link.count} />}
              </Link>
            ))}
        </section>
      ))}
    </nav>
  );
}

/** The counts that the bell's widget has read (ORD-83); empty before that, and if reading fails. */
function usePanelCounts(): PanelCounts {
  const [counts, setCounts] = useState<PanelCounts>({});
  useEffect(() => {
    const handle = (event: Event) => setCounts((event as CustomEvent<PanelCounts>).detail);
    addEventListener(PANEL_COUNTS, handle);
    return () => removeEventListener(PANEL_COUNTS, handle);
  }, []);
  return counts;
}

/** The tabs of the panel: a row, and on wide windows a column with a caption for each group (UI-03). */
export function PanelTabs({ role }: { role: Role }) {
  const isWide = useMediaQuery(WIDE);
  const tabs = panelTabs(role, usePanelCounts());
  return isWide ? <SideTabs tabs={tabs} /> : <TabLinks label={es.dashboard.sections} links={tabs} />;
}
