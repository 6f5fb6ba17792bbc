import type { ComponentProps, ReactNode } from 'react';
import { Link } from '@taller/shared/runtime';
import { buttonClass, type ButtonStyle } from './button-class.ts';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

export type LinkButtonProps = ComponentProps<typeof Link> & ButtonStyle & { icon?: ReactNode };

/** A router link styled as a button. For tel:, mailto: and external links use `<a className={buttonClass()}>`. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(buttonClass({ variant, size, block }), className)}>
      {icon}
      <span className={styles.label}>{children}</span>
    </Link>
  );
}
