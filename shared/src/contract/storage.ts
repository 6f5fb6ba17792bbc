// The only wrapper around browser storage, used by the shell and every remote. If storage is blocked or full, an
// in-memory store replaces it; since each remote bundles its own copy of this file, that store is attached to the
// window.

/** Window event: a value could only be stored until the page is closed. */
export const STORAGE_BLOCKED = 'taller:not-kept';

type Kind = 'localStorage' | 'sessionStorage';
type Memory = Map<string, string>;

const page = globalThis as { tallerMemory?: Record<Kind, Memory> };
page.tallerMemory ??= { localStorage: new Map(), sessionStorage: new Map() };
const memories = page.tallerMemory;

/** Runs an operation on a storage; `otherwise` if it is missing, blocked or full. */
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
  /** Stores a value only if it stays beyond the page. @returns whether it does. */
  const keep = (key: string, value: string): boolean => {
    const write = (storage: Storage) => {
      storage.setItem(key, value);
      return true;
    };
    return attempt(kind, write, false);
  };
  return {
    keep,
    getItem: (key: string): string | null =>
      memory.get(key) ?? attempt(kind, (storage) => storage.getItem(key), null),
    setItem(key: string, value: string): void {
      if (keep(key, value)) {
        memory.delete(key);
      } else {
        // The in-memory value takes precedence, since it is newer.
        removeItem(key);
        memory.set(key, value);
        dispatchEvent(new Event(STORAGE_BLOCKED));
      }
    },
    removeItem,
    /** Whether it is accessible. */
    isOpen: (): boolean => attempt(kind, (storage) => storage.length >= 0, false),
    keys: (): string[] => [...memory.keys(), ...attempt(kind, (storage) => Object.keys(storage), [])],
  };
}

/** Local storage: shared by all tabs, persistent. */
export const browserArea = createArea('localStorage');
/** Session storage: this tab only, survives a reload. */
export const tabArea = createArea('sessionStorage');

/** Calls back with the key when another tab has changed local storage; null when everything was deleted. */
export function onSharedChange(listener: (key: string | null) => void): void {
  addEventListener('storage', ({ key, storageArea }) => {
    if (attempt('localStorage', (storage) => storage === storageArea, false)) listener(key);
  });
}
