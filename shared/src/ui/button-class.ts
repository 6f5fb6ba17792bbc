import { classNames } from './class-names.ts';
import styles from './button.module.css';

/**
 * - `primary`: the one main action of a screen, a card or a dialog, in the shop's accent colour
 * - `secondary`: other actions
 * - `ghost`: toolbars and rows
 * - `danger`: deletes or ends something
 */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

/** Props common to buttons and links styled as buttons. */
export interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the whole width of its container. */
  block?: boolean;
}

/** The class of anything styled as a button, for elements that are neither Button nor LinkButton. */
export function buttonClass({ variant = 'secondary', size = 'md', block = false }: ButtonStyle = {}): string {
  return classNames(styles.button, styles[variant], styles[size], block && styles.block);
}
