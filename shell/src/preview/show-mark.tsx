import { createRoot } from 'react-dom/client';
import type { RegistryPreview } from '@taller/shared/contract/registry.ts';
import styles from './show-mark.module.css';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { preview as texts } from '#src/texts/preview.ts';

interface PreviewBarProps {
  /** Null if it is over. */
  preview: RegistryPreview | null;
  onClose: () => void;
}

/** The mark of a tab that shows a preview, with the way out. */
function PreviewBar({ preview, onClose }: PreviewBarProps) {
  return (
    <aside className={styles.bar} aria-label={texts.heading}>
      <p className={styles.text} role="status">
        {preview ? (
          <>
            <strong>
              {texts.heading}: {preview.remote.name} · {preview.remote.build.slice(0, 7)}
            </strong>{' '}
            <span>{texts.until(formatDateTime(preview.expiresAt))}</span>
          </>
        ) : (
          texts.ended
        )}
      </p>
      <Button variant="secondary" size="sm" onClick={onClose}>
        {preview ? texts.leave : texts.dismiss}
      </Button>
    </aside>
  );
}

let place: HTMLElement | null = null;

/**
 * Shows the mark, which is no part of the page's own tree: a preview that breaks the page can still be left.
 * @param preview null if it is over.
 * @param forget lets the tab show the site as it is from its next page load on.
 */
export function showMark(preview: RegistryPreview | null, forget: () => void): void {
  place?.remove();
  place = document.createElement('div');
  place.className = styles.place ?? '';
  document.body.append(place);
  const leave = () => {
    forget();
    location.reload();
  };
  const dismiss = () => place?.remove();
  createRoot(place).render(<PreviewBar preview={preview} onClose={preview ? leave : dismiss} />);
}
