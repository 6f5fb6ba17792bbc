import { useId, type ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

export interface CardProps {
  title?: string;
  /** Next to the title. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A group of related content; with a title it is a named section. */
export function Card({ title, actions, className, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={classNames(styles.card, className)} aria-labelledby={title ? titleId : undefined}>
      {(title || actions) && (
        <header className={styles.header}>
          {title && (
            <h2 className={styles.title} id={titleId}>
              {title}
            </h2>
          )}
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
