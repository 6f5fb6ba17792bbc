import { useEffect, useRef } from 'react';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  Link,
  NavLink,
  readFacts,
  signOut,
  useLocation,
  useNavigate,
  useSession,
} from '@taller/shared/runtime';
import { ShopLogo } from '@taller/shared/ui/shop-logo.tsx';
import { headerLinks } from '#src/layout/header-links.ts';
import { es } from '#src/texts/es.ts';
import styles from './site-header.module.css';

const MENU_ID = 'menu-principal';

function SignOutButton() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const onHome = useRef<() => void>(null);
  const home = paths.home.getHref();

  useEffect(() => {
    if (pathname === home) onHome.current?.();
  }, [pathname, home]);

  const leave = () => {
    // Leave the protected page before the session ends: its guard would redirect to /auth.
    void signOut(pathname === home ? undefined : new Promise((resolve) => (onHome.current = resolve)));
    void navigate(home);
  };
  return (
    <button type="button" className={styles.signOut} onClick={leave}>
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
          {headerLinks(user?.role ?? null).map(({ href, label, look }) => (
            <NavLink
              key={href}
              to={href}
              end={href === paths.home.getHref()}
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
