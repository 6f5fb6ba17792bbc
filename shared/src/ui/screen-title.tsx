import { paths } from '#src/contract/paths.ts';
import { useLocation } from '@taller/shared/runtime';
import styles from './screen-title.module.css';

/** The title of a screen: the page's h1, except in the panel, whose heading is. */
export function ScreenTitle({ children }: { children: string }) {
  const { pathname } = useLocation();
  const Tag = pathname.startsWith(`${paths.dashboard.path}/`) ? 'h2' : 'h1';
  return <Tag className={styles.title}>{children}</Tag>;
}
