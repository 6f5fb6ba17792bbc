import type { ReactNode } from 'react';
import Inbox from 'lucide-react/icons/inbox';
import styles from './state.module.css';

export interface EmptyStateProps {
  /** `h1` if it is the page's only content. */
  as?: 'p' | 'h1' | 'h2';
  icon?: ReactNode;
  /** The headline, for example 'No hay notificaciones.'. */
  title: string;
  /** The reason, or what to do about it. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** An empty state that says whether that is expected and what to do next. */
export function EmptyState({ as: Title = 'p', icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>{icon ?? <Inbox aria-hidden="true" />}</span>
      <Title className={styles.title}>{title}</Title>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
