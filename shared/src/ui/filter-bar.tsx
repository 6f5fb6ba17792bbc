import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { Button } from './button.tsx';
import styles from './filter-sheet.module.css';
import hiddenStyles from './hidden.module.css';
import { listTexts as texts } from './list-texts.ts';

/** A filter that is on, with what removes it. */
export interface FilterOn<Filter> {
  /** 'Estado: Pendiente'. */
  label: string;
  off: Partial<Filter>;
}

interface FilterBarProps<Filter> {
  /** The filters that are on, in the order of the sheet. */
  on: readonly FilterOn<Filter>[];
  onChange: (part: Partial<Filter>) => void;
  onOpen: () => void;
}

/** A button that opens the sheet of filters, and the filters in use, each removed with one press. */
export function FilterBar<Filter extends object>({ on, onChange, onOpen }: FilterBarProps<Filter>) {
  return (
    <>
      <Button
        className={styles.open}
        icon={<SlidersHorizontal aria-hidden="true" />}
        onClick={onOpen}
        aria-haspopup="dialog"
      >
        <span>{texts.filters}</span>
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
    </>
  );
}
