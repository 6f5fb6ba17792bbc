import { PREVIEW_KEY, PREVIEW_MARK } from '@taller/shared/contract/registry.ts';
import { tabArea } from '@taller/shared/contract/storage.ts';

/** Takes the token out of the address. @returns whether there was one. */
function takeToken(): boolean {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(PREVIEW_MARK)) return false;
  tabArea.setItem(PREVIEW_KEY, hash.slice(PREVIEW_MARK.length));
  history.replaceState(history.state, '', pathname + search);
  return true;
}

/**
 * Takes the preview that the address names, once, and each that is put there later: a link to the page that the tab
 * shows does not load it. Must be called before the router starts.
 * @returns whether this tab shows a preview.
 */
export function takePreview(): boolean {
  addEventListener('hashchange', () => {
    if (takeToken()) location.reload();
  });
  takeToken();
  return tabArea.getItem(PREVIEW_KEY) !== null;
}
