import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx';
import type { FilterOn } from './filter-bar.tsx';
import styles from './filter-sheet.module.css';
import { listTexts as texts } from './list-texts.ts';

export interface FilterDialogProps<Filter> {
  /** Open unless said otherwise. */
  open?: boolean;
  on: readonly FilterOn<Filter>[];
  onChange: (part: Partial<Filter>) => void;
  /** Label of the button that closes the sheet: 'Ver órdenes'. */
  showLabel: string;
  onClose: () => void;
  /** The fields; a choice is in effect at once, behind the sheet. */
  children: ReactNode;
}

/** The sheet with the filters of a list. That it is open is in the address (`useFilterSheet`). */
export function FilterDialog<Filter extends object>({
  open = true,
  on,
  onChange,
  showLabel,
  onClose,
  children,
}: FilterDialogProps<Filter>) {
  const removeAll = () => onChange(Object.assign({}, ...on.map(({ off }) => off)) as Partial<Filter>);
  return (
    <Dialog open={open} onOpenChange={onClose} title={texts.filters} size="sheet" inAddress>
      <DialogBody>
        <div className={styles.fields}>{children}</div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={removeAll} disabled={on.length === 0}>
          {texts.clearFilters}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {showLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
