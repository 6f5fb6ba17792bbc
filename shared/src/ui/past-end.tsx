import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { uiTexts } from './texts.ts';

/** Shown instead of rows if the page is past the end: an old URL, or deleted rows. */
export function PastEnd({ onFirstPage }: { onFirstPage: () => void }) {
  return (
    <EmptyState
      title={uiTexts.pastEnd}
      actions={<Button onClick={onFirstPage}>{uiTexts.firstPage}</Button>}
    />
  );
}
