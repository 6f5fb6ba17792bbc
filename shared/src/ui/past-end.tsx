import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { listTexts } from './list-texts.ts';

/** Shown instead of rows if the page is past the end: an old URL, or deleted rows. */
export function PastEnd({ onFirstPage }: { onFirstPage: () => void }) {
  return (
    <EmptyState
      title={listTexts.pastEnd}
      actions={<Button onClick={onFirstPage}>{listTexts.firstPage}</Button>}
    />
  );
}
