import type { Registry, RegistryPreview } from '@taller/shared/contract/registry.ts';
import { showMark } from '#src/preview/show-mark.tsx';

/**
 * Removes the style sheets of a build that the page was made with: those of another build of the remote share its class
 * names.
 * @param entry URL of the build's entry.
 */
function dropStyles(entry: string): void {
  const folder = new URL('.', new URL(entry, location.href)).href;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href.startsWith(folder)) link.remove();
}

const TIMEOUT_MS = 10_000;

/** The preview of that token; null if it is closed or over. @throws if the site does not answer. */
async function ask(token: string): Promise<RegistryPreview | null> {
  // A value that is not a token must not lead to another address of the site.
  if (!/^[\w-]{1,64}$/.test(token)) return null;
  const response = await fetch(`/previews/${token}.json`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { ok, status, headers } = response;
  // A proxy's page of a site that is starting says nothing of the preview.
  if (status >= 500 || status === 429) throw new Error(`/previews answered ${status}`);
  // A host may answer an unknown address with a page.
  if (!ok || !headers.get('content-type')?.includes('json')) return null;
  const preview = (await response.json()) as RegistryPreview;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Date.parse(preview.expiresAt) > now ? preview : null;
}

/** Lets a tab that is opened from a link of this one show the preview too. */
function carry(hash: string): void {
  const listener = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.origin !== location.origin || link.hash !== '') return;
    const isChild =
      event.type !== 'click' || event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank';
    if (isChild) link.hash = hash;
  };
  for (const type of ['click', 'auxclick', 'contextmenu'] as const)
    document.addEventListener(type, listener, true);
}

let shown: string | null = null;

/**
 * The registry with the build of a preview in place of the one that runs. A preview that is closed or over is said
 * once, and the tab shows the site as it is.
 * @param mark what precedes the token in an address.
 * @param forget called when this tab is to show the site as it is.
 * @throws if the site does not answer: the tab must not show another build under the name of the preview.
 */
export async function withPreview(
  registry: Registry,
  mark: string,
  token: string,
  forget: () => void,
): Promise<Registry> {
  const preview = await ask(token);
  const running = registry.remotes.find(({ name }) => name === preview?.remote.name);
  if (!preview || !running) {
    forget();
    showMark(null, forget);
    return registry;
  }
  const { remote } = preview;
  if (running.build !== remote.build) dropStyles(running.entry);
  if (shown !== token) {
    shown = token;
    showMark(preview, forget);
    carry(mark + token);
  }
  return { ...registry, remotes: registry.remotes.map((other) => (other === running ? remote : other)) };
}
