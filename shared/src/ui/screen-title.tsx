import { paths } from '#src/contract/paths.ts';
import { useLocation } from '@taller/shared/runtime';

/** The title of a screen: the page's h1, except in the panel, whose heading is. */
export function ScreenTitle({ className, children }: { className?: string | undefined; children: string }) {
  const { pathname } = useLocation();
  const Tag = pathname.startsWith(`${paths.dashboard.path}/`) ? 'h2' : 'h1';
  return <Tag className={className}>{children}</Tag>;
}
