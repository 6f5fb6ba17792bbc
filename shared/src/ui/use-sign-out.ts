import { useEffect, useRef } from 'react';
import { paths } from '#src/contract/paths.ts';
import { signOut, useLocation, useNavigate } from '@taller/shared/runtime';

/** Hook: leaves for the home page and ends the session there; a guard would lead a protected page to /auth. */
export function useSignOut(): () => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const onHome = useRef<() => void>(null);
  const home = paths.home.getHref();

  useEffect(() => {
    if (pathname === home) onHome.current?.();
  }, [pathname, home]);

  return () => {
    void signOut(pathname === home ? undefined : new Promise((resolve) => (onHome.current = resolve)));
    void navigate(home);
  };
}
