import type { ReactNode } from 'react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { paths } from '#src/contract/paths.ts';
import { Link, useLocation } from '@taller/shared/runtime';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  /** Next to the title, for example a StatusBadge. */
  badge?: ReactNode;
  description?: ReactNode;
  back?: { href: string; label: string };
  actions?: ReactNode;
}

/**
 * The top of a screen: back link, title and actions. The title is the page's h1, except in the panel, which has one.
 */
export function PageHeader({ title, badge, description, back, actions }: PageHeaderProps) {
  const { pathname } = useLocation();
  const Title = pathname.startsWith(`${paths.dashboard.path}/`) ? 'h2' : 'h1';
  return (
    <header className={styles.header}>
      <div>
        {back && (
          <Link to={back.href} className={styles.back}>
            <ArrowLeft aria-hidden="true" />
            {back.label}
          </Link>
        )}
        <div className={styles.heading}>
          <Title className={styles.title}>{title}</Title>
          {badge}
        </div>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
