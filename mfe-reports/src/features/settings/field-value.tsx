import type { Logo } from '@taller/shared/values/logo.ts';
import styles from './look.module.css';
import { ShopImage } from './shop-image.tsx';
import { equipmentLabel } from '@taller/shared/orders/equipment.ts';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.value;

/** A part of an item, by its name; empty when there is nothing to tell. */
function describePart(name: string, part: unknown): string {
  if (part === '' || part === null) return '';
  // The key of a reason for waiting is told to nobody.
  if (name === 'key') return '';
  if (name === 'chip') return part === true ? texts.chip : '';
  if (name === 'stopsClock') return part === true ? texts.stopsClock : '';
  if (name === 'days') return texts.days(Number(part));
  // The kind of device is named unless it is every kind.
  if (name === 'type' && typeof part === 'string') return part === 'all' ? '' : equipmentLabel(part);
  return describeValue(part);
}

/** A field's value as the history and conflicts show it: a list by lines, the parts of an item side by side. */
function describeValue(value: unknown): string {
  if (value === true) return texts.yes;
  if (value === false) return texts.no;
  if (Array.isArray(value)) return value.map((item) => describeValue(item)).join('\n') || texts.empty;
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .toSorted(([one], [other]) => Number(one === 'chip') - Number(other === 'chip'))
      .map(([name, part]) => describePart(name, part))
      .filter((part) => part !== '')
      .join(' · ');
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? String(value)
    : texts.empty;
}

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
