import { REGISTRY_ELEMENT_ID, type Registry } from '@taller/shared/contract/registry.ts';

let registry: Registry | null | undefined;

/** The registry that is inlined in the page; null without one: in development, and where pages are prerendered. */
export function pageRegistry(): Registry | null {
  if (registry === undefined) {
    const text =
      typeof document === 'undefined' ? null : document.querySelector(`#${REGISTRY_ELEMENT_ID}`)?.textContent;
    registry = text ? (JSON.parse(text) as Registry) : null;
  }
  return registry;
}
