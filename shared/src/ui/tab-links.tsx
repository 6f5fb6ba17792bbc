import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, useLocation } from '@taller/shared/runtime';
import styles from './tabs.module.css';

export interface TabLink {
  href: string;
  label: string;
  icon?: ReactNode;
  /** Active only on this exact path, not on paths below it. */
  end?: boolean;
}

/** Sets attributes that tell whether there is more content on either side; the style sheet fades those edges. */
function markEdges(list: HTMLElement): void {
  const hidden = list.scrollWidth - list.clientWidth;
  list.toggleAttribute('data-more-before', list.scrollLeft > 1);
  list.toggleAttribute('data-more-after', list.scrollLeft < hidden - 1);
}

/**
 * Navigation styled as tabs: each is a link, and the current one has aria-current and is scrolled into view (ORD-36).
 */
export function TabLinks({ label, links }: { label: string; links: readonly TabLink[] }) {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const element = list.current;
    const active = element?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!element) return undefined;
    // Scrolls only this list: scrollIntoView would scroll the page too.
    if (active) element.scrollLeft = active.offsetLeft - (element.clientWidth - active.offsetWidth) / 2;
    const mark = () => markEdges(element);
    mark();
    const size = new ResizeObserver(mark);
    size.observe(element);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', mark);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The marked link follows the address.
  }, [pathname]);
  return (
    <nav ref={list} aria-label={label} className={styles.list}>
      {links.map((link) => (
        <NavLink key={link.href} to={link.href} end={link.end} className={styles.tab}>
          {link.icon}
          {link.label}
        </NavLink>
      ))}
    </nav>
  );
}
