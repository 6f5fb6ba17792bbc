import type { ReactNode } from 'react';
import { Inbox } from 'lucide-react';
import styles from './state.module.css';

export interface EmptyStateProps {
  /** `h1` where it is all that the page has. */
  as?: 'p' | 'h1' | 'h2';
  icon?: ReactNode;
  /** What there is none of, for example 'No hay notificaciones.'. */
  title: string;
  /** Why, or what to do about it. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Nothing to show, said so that one knows whether that is good and what comes next. */
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
