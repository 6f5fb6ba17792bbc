import { formatDateTime } from '@taller/shared/values/dates.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import type { RegistryPreview } from '@taller/shared/contract/registry.ts';
import { preview as texts } from '#src/texts/preview.ts';
import styles from './preview-bar.module.css';

interface PreviewBarProps {
  /** Null if it is over. */
  preview: RegistryPreview | null;
  onClose: () => void;
}

/** The mark of a tab that shows a preview, with the way out. */
export function PreviewBar({ preview, onClose }: PreviewBarProps) {
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
