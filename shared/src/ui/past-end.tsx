import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { uiTexts } from './texts.ts';

/** Instead of a page's rows when the page is behind the last one: an old address, or rows that are gone. */
export function PastEnd({ onFirstPage }: { onFirstPage: () => void }) {
  return (
    <EmptyState
      title={uiTexts.pastEnd}
      actions={<Button onClick={onFirstPage}>{uiTexts.firstPage}</Button>}
    />
  );
}
