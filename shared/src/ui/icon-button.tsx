import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button-class.ts';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: 'sm' | 'md';
}

/** A square icon-only button; its label is announced and shown on hover. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'md',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(buttonClass({ variant }), size === 'sm' ? styles.iconSm : styles.icon, className)}
    >
      {icon}
    </button>
  );
}
