import type { ReactNode } from 'react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from '@taller/shared/runtime';
import { ScreenTitle } from './screen-title.tsx';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  back?: { href: string; label: string };
  actions?: ReactNode;
}

/** The top of a screen: back link, title and actions. */
export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div>
        {back && (
          <Link to={back.href} className={styles.back}>
            <ArrowLeft aria-hidden="true" />
            {back.label}
          </Link>
        )}
        <ScreenTitle>{title}</ScreenTitle>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
