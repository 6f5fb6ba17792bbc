import type { ReactNode } from 'react';
import { Tabs as Base } from '@base-ui/react/tabs';
import styles from './tabs.module.css';
import { useCurrentInView } from './use-current-in-view.ts';

export interface TabItem {
  value: string;
  label: string;
  icon?: ReactNode;
  panel: ReactNode;
}

export interface TabsProps {
  /** Accessible name of the tabs. */
  label: string;
  items: readonly TabItem[];
  /** Controlled if given together with onValueChange; else the first tab is selected initially. */
  value?: string;
  onValueChange?: (value: string) => void;
}

/** Tabs within one screen. For tabs with their own URLs use TabLinks. */
export function Tabs({ label, items, value, onValueChange }: TabsProps) {
  const list = useCurrentInView<HTMLDivElement>(value ?? '');
  return (
    <Base.Root
      value={value}
      defaultValue={value === undefined ? items[0]?.value : undefined}
      onValueChange={(next) => typeof next === 'string' && onValueChange?.(next)}
    >
      <Base.List ref={list} className={styles.list} aria-label={label}>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} className={styles.tab}>
            {item.icon}
            <span>{item.label}</span>
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className={styles.panel}>
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
