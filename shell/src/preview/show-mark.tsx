import { createRoot } from 'react-dom/client';
import type { RegistryPreview } from '@taller/shared/contract/registry.ts';
import { PreviewBar } from '#src/preview/preview-bar.tsx';
import styles from './preview-bar.module.css';

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
