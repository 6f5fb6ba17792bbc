import { FilterBar } from './filter-bar.tsx';
import { FilterDialog, type FilterDialogProps } from './filter-dialog.tsx';
import { useFilterSheet } from './use-filter-sheet.ts';

/**
 * The filters of a list on a phone (ORD-72, UI-20): a button that says how many are on, the sheet that it opens, and
 * what is on, each to be removed with one press.
 */
export function FilterSheet<Filter extends object>(
  props: Omit<FilterDialogProps<Filter>, 'open' | 'onClose'>,
) {
  const { on, onChange } = props;
  const [isOpen, show] = useFilterSheet();
  return (
    <>
      <FilterBar on={on} onChange={onChange} onOpen={() => show(true)} />
      <FilterDialog open={isOpen} onClose={() => show(false)} {...props} />
    </>
  );
}
