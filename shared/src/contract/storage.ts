// The one place that touches the browser's storages, as the shell and every remote must agree. Where they are blocked
// or full, the page's memory stands in: each remote has its own copy of this file, so the memory hangs on the page.

/** Sent to the window when something can be kept for as long as the page is open only. */
export const NOT_KEPT = 'taller:not-kept';

type Kind = 'localStorage' | 'sessionStorage';
type Memory = Map<string, string>;

const page = globalThis as { tallerMemory?: Record<Kind, Memory> };
page.tallerMemory ??= { localStorage: new Map(), sessionStorage: new Map() };
const memories = page.tallerMemory;

/** Does something with a storage; `otherwise` where it is missing, blocked or full. */
function attempt<T>(kind: Kind, work: (storage: Storage) => T, otherwise: T): T {
  try {
    return work(globalThis[kind]);
  } catch {
    return otherwise;
  }
}

function createArea(kind: Kind) {
  const memory = memories[kind];
  const removeItem = (key: string): void => {
    memory.delete(key);
    attempt(kind, (storage) => storage.removeItem(key), undefined);
  };
  return {
    getItem: (key: string): string | null =>
      memory.get(key) ?? attempt(kind, (storage) => storage.getItem(key), null),
    setItem(key: string, value: string): void {
      const write = (storage: Storage) => {
        storage.setItem(key, value);
        return true;
      };
      if (attempt(kind, write, false)) {
        memory.delete(key);
      } else {
        // What is stored is never older than what the page knows.
        removeItem(key);
        memory.set(key, value);
        dispatchEvent(new Event(NOT_KEPT));
      }
    },
    removeItem,
    /** Whether it can be looked into at all. */
    isOpen: (): boolean => attempt(kind, (storage) => storage.length >= 0, false),
    keys: (): string[] => [...memory.keys(), ...attempt(kind, (storage) => Object.keys(storage), [])],
  };
}

/** What every tab of this browser shares, and what stays after it is closed. */
export const browserArea = createArea('localStorage');
/** What belongs to this tab and survives a reload. */
export const tabArea = createArea('sessionStorage');

/** Calls back when another tab has changed what is shared, with the key; null when everything was erased. */
export function onSharedChange(listener: (key: string | null) => void): void {
  addEventListener('storage', ({ key, storageArea }) => {
    if (attempt('localStorage', (storage) => storage === storageArea, false)) listener(key);
  });
}
