const failed = new Set<string>();

/** Records every style sheet that fails to load, whoever requested it, so that the next attempt requests it again. */
export function watchStylesheets(): void {
  document.addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      failed.add(target.href);
      target.remove();
    },
    true,
  );
}

/**
 * Adds a style sheet once and resolves when it is applied. `href` is absolute; `integrity` is its expected hash, if it
 * is on another host.
 */
export function ensureStylesheet(href: string, integrity = ''): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const present = [...sheets].find((link) => link.href === href);
  if (present?.sheet) return Promise.resolve();
  const link = present ?? document.createElement('link');
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => reject(new Error(`Style sheet did not load: ${href}`)), {
      once: true,
    });
    if (present) return;
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.integrity = integrity;
    link.href = href;
    document.head.append(link);
  });
}

/** Retries failed style sheets. The bundler's own loader would consider them loaded. */
export async function restoreStylesheets(): Promise<void> {
  const urls = [...failed];
  failed.clear();
  await Promise.all(urls.map((url) => ensureStylesheet(url)));
}

function preloadScript(url: string, integrity = ''): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.integrity = integrity;
  link.href = url;
  document.head.append(link);
  return link;
}

/** Preloads script chunks. */
export function preloadScripts(urls: readonly string[]): void {
  const present = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.href),
  );
  for (const url of urls) if (!present.has(url)) preloadScript(url);
}

/** Resolves when the script has been loaded and its hash verified. */
function verified(url: string, integrity: string): Promise<void> {
  const link = preloadScript(url, integrity);
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${url} did not load, or is not what was published`));
    });
  });
}

/**
 * Fetches script chunks of another host and resolves when the hashes of all of them are verified. The browser stores
 * verified modules by URL, so that a later import runs exactly those bytes.
 * @param integrity expected hash by URL; a script without one is rejected.
 */
export async function verifyScripts(
  urls: readonly string[],
  integrity: ReadonlyMap<string, string>,
): Promise<void> {
  const verify = async (url: string) => {
    const expected = integrity.get(url);
    if (!expected) throw new Error(`The registry has no hash of ${url}`);
    try {
      await verified(url, expected);
    } catch (error) {
      // The broken file may be in the browser's cache for a year: the next attempt must bypass it.
      await fetch(url, { cache: 'reload' }).catch(() => undefined);
      throw error;
    }
  };
  await Promise.all(urls.map(verify));
}
