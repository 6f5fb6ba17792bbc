import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './badge.module.css';

/** The kinds of state that have a colour; `quote` is 'the customer has to answer'. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'quote';

export interface BadgeProps {
  tone?: Tone;
  /** Give one wherever the tone carries meaning: colour alone says nothing to some. */
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A short word about the state of something. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], className)}>
      {icon}
      {children}
    </span>
  );
}
