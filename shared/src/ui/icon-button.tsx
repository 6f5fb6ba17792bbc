import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button-class.ts';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, for screen readers and as the tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: 'sm' | 'md';
}

/** A square button that is only an icon; its label is spoken and shown on hover. */
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
