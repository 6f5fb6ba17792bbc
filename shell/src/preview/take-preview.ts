import { PREVIEW_KEY, PREVIEW_MARK } from '@taller/shared/contract/registry.ts';
import { tabArea } from '@taller/shared/contract/storage.ts';

/**
 * Takes the preview that the address names, once. Must be called before the router starts.
 * @returns whether this tab shows a preview.
 */
export function takePreview(): boolean {
  const { hash, pathname, search } = location;
  if (hash.startsWith(PREVIEW_MARK)) {
    tabArea.setItem(PREVIEW_KEY, hash.slice(PREVIEW_MARK.length));
    history.replaceState(history.state, '', pathname + search);
  }
  return tabArea.getItem(PREVIEW_KEY) !== null;
}
