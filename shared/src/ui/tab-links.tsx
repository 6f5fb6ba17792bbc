import type { ReactNode } from 'react';
import type { TabCount } from '#src/contract/widgets.ts';
import { Link, useLocation } from '@taller/shared/runtime';
import styles from './tabs.module.css';
import { useCurrentInView } from './use-current-in-view.ts';

export interface TabLink {
  href: string;
  label: string;
  icon?: ReactNode;
  /** The number of waiting items behind the tab. */
  count?: TabCount | undefined;
  /** Active only on this exact path, not on paths below it. */
  end?: boolean;
  /** Further paths, with those below them, on which it is active too. */
  below?: readonly string[];
}

/** Whether a link is the current one at a path. */
export const isCurrent = ({ href, end = false, below = [] }: TabLink, pathname: string): boolean =>
  [href, ...below].includes(pathname) ||
  [...(end ? [] : [href]), ...below].some((path) => pathname.startsWith(`${path}/`));

/** The number beside a link, whose title says what it counts. */
export function Count({ of: { shown } }: { of: TabCount }) {
  return (
    <span className={styles.count} aria-hidden="true">
      {shown}
    </span>
  );
}

/**
 * Navigation styled as tabs: each is a link, and the current one has aria-current and is scrolled into view (ORD-36).
 */
export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  const { pathname } = useLocation();
  const list = useCurrentInView(pathname);
  return (
    <nav ref={list} aria-label={label} className={styles.list}>
      {links.map((link) => (
        <Link
          key={link.href}
          to={link.href}
          className={styles.tab}
          aria-current={isCurrent(link, pathname) ? 'page' : undefined}
          title={link.count?.said}
        >
          {link.icon}
          <span>{link.label}</span>
          {link.count && <Count of={link.count} />}
        </Link>
      ))}
    </nav>
  );
}
