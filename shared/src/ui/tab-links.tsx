import type { ReactNode } from 'react';
import { NavLink } from '@taller/shared/runtime';
import styles from './tabs.module.css';

export interface TabLink {
  href: string;
  label: string;
  icon?: ReactNode;
  /** Active on this address alone, not on those below it. */
  end?: boolean;
}

/** Navigation that looks like tabs: each is an address, and the present one carries aria-current. */
export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className={styles.list}>
      {links.map((link) => (
        <NavLink key={link.href} to={link.href} end={link.end} className={styles.tab}>
          {link.icon}
          {link.label}
        </NavLink>
      ))}
    </nav>
  );
}
