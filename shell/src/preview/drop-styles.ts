/**
 * Removes the style sheets of a build that the page was made with: those of another build of the remote share its class
 * names.
 * @param entry URL of the build's entry.
 */
export function dropStyles(entry: string): void {
  const folder = new URL('.', new URL(entry, location.href)).href;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href.startsWith(folder)) link.remove();
}
