import { REGISTRY_ELEMENT_ID, type Registry, type RegistryRemote } from '@taller/shared/contract/registry.ts';

let registry: Promise<Registry> | null = null;

function inlined(): Registry | null {
  const text = document.querySelector(`#${REGISTRY_ELEMENT_ID}`)?.textContent;
  return text ? (JSON.parse(text) as Registry) : null;
}

async function fetched(): Promise<Registry> {
  const response = await fetch('/remotes.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/remotes.json answered ${response.status}`);
  return (await response.json()) as Registry;
}

/** The registry that came with the page, else the one of the site. */
export function readRegistry(): Promise<Registry> {
  if (!registry) {
    const present = inlined();
    registry = present ? Promise.resolve(present) : fetched();
    registry.catch(() => {
      registry = null;
    });
  }
  return registry;
}

/** Reads the registry of the site anew: a remote may have been published since the page was opened. Keeps the old one if that fails. */
export async function refreshRegistry(): Promise<Registry> {
  try {
    const fresh = await fetched();
    registry = Promise.resolve(fresh);
    return fresh;
  } catch (error) {
    console.warn('The registry could not be read again', error);
    return readRegistry();
  }
}

export function findRemote(from: Registry, name: string): RegistryRemote {
  const found = from.remotes.find((remote) => remote.name === name);
  if (!found) throw new Error(`${name} is not in the registry`);
  return found;
}
