import type { Logo } from '@taller/shared/values/logo.ts';
import { describeValue } from './describe-value.ts';
import styles from './settings.module.css';
import { ShopImage } from './shop-image.tsx';

interface FieldValueProps {
  section: string;
  path: string;
  value: unknown;
}

/** A field's value as the history and conflicts show it: a colour with a swatch, a logo as a small image. */
export function FieldValue({ section, path, value }: FieldValueProps) {
  const place = `${section}.${path}`;
  if (place === 'look.logo' && value !== null && value !== undefined)
    return <ShopImage logo={value as Logo} size={28} />;
  if (place === 'look.color' && typeof value === 'string')
    return (
      <>
        <span className={styles.swatch} style={{ background: value }} aria-hidden="true" />
        <span>{value}</span>
      </>
    );
  return <span>{describeValue(value)}</span>;
}
