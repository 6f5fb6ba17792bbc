import type { ReactElement, ReactNode } from 'react';
import { Menu as Base } from '@base-ui/react/menu';
import { Link } from '@taller/shared/runtime';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** A path of the site; alternatively `onSelect`. */
  href?: string;
  onSelect?: () => void;
  disabled?: boolean;
  /** Deletes or undoes: last in the menu, below a separator (UI-44). */
  danger?: boolean;
  /** A separator above this item. */
  separated?: boolean;
}

export interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

/** A button that opens a menu of actions, with arrow keys, type-ahead and Escape. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const usual = items.filter(({ danger }) => !danger);
  const dangers = items.filter(({ danger }) => danger);
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          sticky
        >
          <Base.Popup className={styles.popup}>
            {usual.map((item, index) => (
              <MenuRow key={item.label} item={item} isSeparated={index > 0 && item.separated} />
            ))}
            {dangers.map((item, index) => (
              <MenuRow key={item.label} item={item} isSeparated={index === 0 && usual.length > 0} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuRow({ item, isSeparated }: { item: MenuItem; isSeparated: boolean | undefined }) {
  const className = classNames(styles.item, item.danger && styles.danger);
  const content = (
    <>
      {item.icon}
      <span>{item.label}</span>
    </>
  );
  return (
    <>
      {isSeparated && <Base.Separator className={styles.separator} />}
      {item.href === undefined ? (
        <Base.Item className={className} disabled={item.disabled} onClick={item.onSelect}>
          {content}
        </Base.Item>
      ) : (
        <Base.LinkItem className={className} closeOnClick render={<Link to={item.href} />}>
          {content}
        </Base.LinkItem>
      )}
    </>
  );
}
