import { classNames } from './class-names.ts';
import styles from './button.module.css';

/**
 * - `accent`: the one call to action of a screen, in boat yellow
 * - `primary`: the ordinary main action
 * - `secondary`: everything beside it
 * - `ghost`: toolbars and rows
 * - `danger`: deletes or ends something
 */
export type ButtonVariant = 'accent' | 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

/** What buttons and links that look like buttons have in common. */
export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the whole width of its container. */
  block?: boolean;
}

/** The class of anything that looks like a button, for elements that are neither Button nor LinkButton. */
export function buttonClass({ variant = 'secondary', size = 'md', block = false }: ButtonLook = {}): string {
  return classNames(styles.button, styles[variant], styles[size], block && styles.block);
}
