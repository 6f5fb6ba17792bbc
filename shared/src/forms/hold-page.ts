/** Forms on the page with unsaved input. */
const unsaved = new Set<symbol>();

const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Makes the browser ask before the page is closed or reloaded.
 * @returns a function that stops it.
 */
export function holdPage(): () => void {
  const hold = Symbol('unsaved');
  if (unsaved.size === 0) addEventListener('beforeunload', askBrowser);
  unsaved.add(hold);
  return () => {
    unsaved.delete(hold);
    if (unsaved.size === 0) removeEventListener('beforeunload', askBrowser);
  };
}
