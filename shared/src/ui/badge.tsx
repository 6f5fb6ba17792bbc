import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './badge.module.css';

/** The kinds of status colours; `quote` means that the customer has to answer. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'quote';

export interface BadgeProps {
  tone?: Tone;
  /** Set it wherever the tone carries meaning: colour must not be the only signal. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A short label for a status. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], className)}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
