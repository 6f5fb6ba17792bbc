import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from '@taller/shared/runtime';
import styles from './tabs.module.css';

export interface TabLink {
  href: string;
  label: string;
  icon?: ReactNode;
  /** Active only on this exact path, not on paths below it. */
  end?: boolean;
  /** Further paths, with those below them, on which it is active. */
  below?: readonly string[];
}

/** Whether a link is the current one at a path. */
export const isCurrent = ({ href, end = false, below = [] }: TabLink, pathname: string): boolean =>
  pathname === href || [...(end ? [] : [href]), ...below].some((path) => pathname.startsWith(`${path}/`));

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
    const mark = () => markEdges(element);
    // Called once at the start. Scrolls only this list: scrollIntoView would scroll the page too.
    const size = new ResizeObserver(() => {
      if (active) element.scrollLeft = active.offsetLeft - (element.clientWidth - active.offsetWidth) / 2;
      mark();
    });
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
        <Link
          key={link.href}
          to={link.href}
          className={styles.tab}
          aria-current={isCurrent(link, pathname) ? 'page' : undefined}
        >
          {link.icon}
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
