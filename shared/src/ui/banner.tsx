import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import styles from './banner.module.css';
import { classNames } from './class-names.ts';
import { TONE_ICON } from './tone-icon.ts';

export interface BannerProps {
  tone?: Tone;
  /** A button, for example Reintentar. */
  action?: ReactNode;
  /** Announced immediately by screen readers; for banners that appear after the page has loaded. Default for danger. */
  alert?: boolean;
  className?: string;
  children: ReactNode;
}

/** A persistent message: a form error, a lost connection, a note. */
export function Banner({
  tone = 'info',
  action,
  alert = tone === 'danger',
  className,
  children,
}: BannerProps) {
  const Icon = TONE_ICON[tone];
  return (
    <div className={classNames(styles.banner, styles[tone], className)} role={alert ? 'alert' : undefined}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
