import { useRef } from 'react';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import { paths } from '@taller/shared/contract/paths.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import { Link, NavLink, readFacts, useLocation, useSession } from '@taller/shared/runtime';
import { lazyExtra } from '@taller/shared/ui/lazy-extra.tsx';
import { ShopLogo } from '@taller/shared/ui/shop-logo.tsx';
import { useSignOut } from '@taller/shared/ui/use-sign-out.ts';
import { headerLinks } from '#src/layout/header-links.ts';
import { ROUTES } from '#src/routing/route-table.ts';
import { es } from '#src/texts/es.ts';
import styles from './site-header.module.css';

const MENU_ID = 'menu-principal';

/** Only for staff: visitors and customers do not load it. Without it the header's links remain. */
const PaletteOpener = lazyExtra<{ screens: readonly Screen[] }>(() =>
  import('#src/layout/palette-opener.tsx').then((module) => module.PaletteOpener),
);

function SignOutButton() {
  return (
    <button type="button" className={styles.signOut} onClick={useSignOut()}>
      <LogOut aria-hidden="true" size={18} />
      {es.header.signOut}
    </button>
  );
}

/**
 * The site's header (SHELL-01). On narrow screens its links are a native popover, which the browser opens, closes on
 * Escape and announces without JavaScript (SHELL-02).
 */
export function SiteHeader() {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  const links = headerLinks(user?.role ?? null);
  const here = links.find(({ href }) => href === pathname + search);
  const menu = useRef<HTMLElement>(null);
  const close = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  };

  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link to={paths.home.getHref()} className={styles.brand}>
          <ShopLogo size={32}>{readFacts().shop.name}</ShopLogo>
        </Link>
        {mayOpen(user?.role, 'desk') && <PaletteOpener screens={ROUTES} />}
        <button type="button" className={styles.toggle} popoverTarget={MENU_ID} aria-label={es.header.menu}>
          <Menu aria-hidden="true" />
        </button>
        <nav
          ref={menu}
          id={MENU_ID}
          popover="auto"
          aria-label={es.header.mainNavigation}
          className={styles.nav}
        >
          {links.map(({ href, label, look }) => (
            <NavLink
              key={href}
              to={href}
              end={href === paths.home.getHref()}
              // Two links have one path: that with the query is the current one there.
              aria-current={here && here.href !== href ? 'false' : 'page'}
              className={look === 'button' ? styles.action : styles.link}
              onClick={close}
            >
              {label}
            </NavLink>
          ))}
          {user && <SignOutButton />}
        </nav>
      </div>
    </header>
  );
}
