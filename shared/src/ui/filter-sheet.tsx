import type { ReactNode } from 'react';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { useSearchParams } from '@taller/shared/runtime';
import { Button } from './button.tsx';
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx';
import hiddenStyles from './hidden.module.css';
import { listTexts as texts } from './list-texts.ts';
import styles from './filter-sheet.module.css';

/** `?filtros=1` opens the sheet, so that the phone's back button closes it. */
const OPEN = 'filtros';

/** A filter that is on, with what removes it. */
export interface FilterOn<Filter> {
  /** 'Estado: Pendiente'. */
  label: string;
  off: Partial<Filter>;
}

interface FilterSheetProps<Filter> {
  /** The filters that are on, in the order of the sheet. */
  on: readonly FilterOn<Filter>[];
  onChange: (part: Partial<Filter>) => void;
  /** What closes the sheet: 'Ver órdenes'. */
  showLabel: string;
  /** The fields; a choice is in effect at once, behind the sheet. */
  children: ReactNode;
}

/**
 * The filters of a list on a phone (ORD-72, UI-20): a button that says how many are on, the sheet that it opens, and
 * what is on, each to be removed with one press.
 */
export function FilterSheet<Filter extends object>({
  on,
  onChange,
  showLabel,
  children,
}: FilterSheetProps<Filter>) {
  const [params, setParams] = useSearchParams();
  const show = (open: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (open) next.set(OPEN, '1');
        else next.delete(OPEN);
        return next;
      },
      { replace: !open },
    );
  const removeAll = () => onChange(Object.assign({}, ...on.map(({ off }) => off)) as Partial<Filter>);
  return (
    <>
      <Button
        className={styles.open}
        icon={<SlidersHorizontal aria-hidden="true" />}
        onClick={() => show(true)}
        aria-haspopup="dialog"
      >
        {texts.filters}
        {on.length > 0 && (
          <>
            <span className={styles.count}>{on.length}</span>
            <span className={hiddenStyles.hidden}>{texts.filtersOn(on.length)}</span>
          </>
        )}
      </Button>
      {on.length > 0 && (
        <ul className={styles.chips} aria-label={texts.filtersListed}>
          {on.map(({ label, off }) => (
            <li key={label}>
              <button
                type="button"
                className={styles.chip}
                aria-label={texts.removeFilter(label)}
                onClick={() => onChange(off)}
              >
                <span className={styles.name}>{label}</span>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Dialog
        open={params.get(OPEN) === '1'}
        onOpenChange={show}
        title={texts.filters}
        size="sheet"
        inAddress
      >
        <DialogBody>
          <div className={styles.fields}>{children}</div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={removeAll} disabled={on.length === 0}>
            {texts.clearFilters}
          </Button>
          <Button variant="primary" onClick={() => show(false)}>
            {showLabel}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
