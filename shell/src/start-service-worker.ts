import { PREVIEW_KEY, REGISTRY_ELEMENT_ID } from '@taller/shared/contract/registry.ts';
import { tabArea } from '@taller/shared/contract/storage.ts';
import { siteConfig } from '@taller/shared/runtime';
import type { LoadedMessage } from '#src/service-worker/loaded-message.ts';
import { whenIdle } from '@taller/shared/ui/when-idle.ts';

const SCRIPT = '/service-worker.js';

/** Trusted Types require a policy for the worker's URL; this one allows exactly that URL. */
function scriptUrl(): string {
  const factory = (window as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  const policy = factory?.createPolicy('taller', { createScriptURL: () => SCRIPT });
  return policy ? (policy.createScriptURL(SCRIPT) as unknown as string) : SCRIPT;
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (input: string) => string },
  ): { createScriptURL: (input: string) => object };
}

function loadedMessage(): LoadedMessage {
  const resources = performance.getEntriesByType('resource').map(({ name }) => name);
  return {
    type: 'loaded',
    pathname: location.pathname,
    registry: document.querySelector(`#${REGISTRY_ELEMENT_ID}`)?.textContent ?? '',
    files: resources.filter((url) => new URL(url).origin === location.origin),
  };
}

/** Unregisters a broken worker and deletes its caches. */
async function removeServiceWorker(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = (await caches.keys()).filter((name) => name.startsWith('taller-'));
  await Promise.all(names.map((name) => caches.delete(name)));
}

async function register(): Promise<void> {
  const { serviceWorker = true } = await siteConfig();
  if (!serviceWorker) return removeServiceWorker();
  await navigator.serviceWorker.register(scriptUrl());
  // The files of a tab with a preview are not those that its page needs in other tabs: theirs are kept.
  if (tabArea.getItem(PREVIEW_KEY) !== null) return;
  const { active } = await navigator.serviceWorker.ready;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker, not a window: it has no target origin.
  active?.postMessage(loadedMessage());
}

/**
 * Registers the service worker (shell/service-worker) when the page has loaded and the browser is idle, in builds only.
 * `"serviceWorker": false` in config.json unregisters it everywhere.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = () =>
    whenIdle(() => {
      register().catch((error: unknown) => console.warn('The site will not start offline', error));
    });
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
