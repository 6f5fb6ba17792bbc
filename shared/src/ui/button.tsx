import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonStyle } from './button-class.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /**
   * Shows a spinner and ignores further clicks; the button keeps its focus. A button that has it, at whatever value,
   * also ignores the second click of a double click, which can come before it is true.
   */
  loading?: boolean;
  /** Replaces the label while loading, for example 'Enviando...'. */
  loadingText?: string;
  /** A lucide icon before the label. */
  icon?: ReactNode;
}

/** A button. While loading it stays focusable (aria-disabled), so that keyboard users do not lose their position. */
export function Button({
  variant,
  size,
  block,
  loading,
  loadingText,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const label = loading && loadingText ? loadingText : children;
  // Also prevents submitting by Enter, which browsers implement as a click on the submit button.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    const isSecond = loading !== undefined && event.detail > 1;
    if (loading || isSecond) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ variant, size, block }), className)}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={handleClick}
    >
      {loading ? <Spinner /> : icon}
      {label !== undefined && <span className={styles.label}>{label}</span>}
    </button>
  );
}
