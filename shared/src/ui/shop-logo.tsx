import type { ReactNode } from 'react';
import { readFacts } from '@taller/shared/runtime';
import { isLettering, logoPath, logoSize } from '#src/values/logo.ts';
import { BrandMark } from './brand-mark.tsx';
import { classNames } from './class-names.ts';
import styles from './shop-logo.module.css';

/** A wide logo may be this much wider than high in its place. */
const WIDEST = 5;

export interface ShopLogoProps {
  /** Height in pixels: no logo is higher. */
  size: number;
  className?: string;
  /** Whether the ground is dark in both schemes. */
  onBand?: boolean;
  /** Whether `children` stand beside every logo, also one that is lettering. */
  keepName?: boolean;
  /** The name beside the logo. */
  children?: ReactNode;
}

/**
 * The shop's own logo, or the mark of this program in a shop without one, with the name beside it. A wide logo is the
 * name as lettering, and stands for it.
 */
export function ShopLogo({ size, className, onBand, keepName, children }: ShopLogoProps) {
  const { look, shop } = readFacts();
  const { logo } = look;
  if (!logo)
    return (
      <>
        <BrandMark size={size} className={classNames(styles.mark, className)} />
        {children && <span className={styles.name}>{children}</span>}
      </>
    );
  const isName = isLettering(logo) && !keepName;
  return (
    <>
      <img
        src={logoPath(logo)}
        {...logoSize(logo, WIDEST * size, size)}
        alt={isName || !children ? shop.name : ''}
        className={classNames(styles.logo, onBand && styles.onBand, className)}
      />
      {!isName && children && <span className={styles.name}>{children}</span>}
    </>
  );
}
