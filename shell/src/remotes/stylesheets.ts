const failed = new Set<string>();

/** Notes every style sheet that does not arrive, whoever asked for it, so that the next attempt asks again. */
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

/** Adds a style sheet once and resolves when it applies. `href` is absolute; `integrity` its expected hash, if it is on another host. */
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

/** Asks again for what had failed. The bundler's own loader would take a style sheet that failed once for loaded. */
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

/** Starts fetching script chunks that will be needed in a moment. */
export function preloadScripts(urls: readonly string[]): void {
  const present = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.href),
  );
  for (const url of urls) if (!present.has(url)) preloadScript(url);
}

/** Resolves when the script has arrived and has the expected hash. */
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
 * Fetches script chunks of another host and resolves when all of them are what was published. The browser keeps what it has checked as the module of that URL, so
 * that an import afterwards runs these very bytes.
 * @param integrity expected hash by URL; a script without one is refused.
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
      // What is wrong may be in the browser's cache, for a year: the next attempt must not find it there.
      await fetch(url, { cache: 'reload' }).catch(() => undefined);
      throw error;
    }
  };
  await Promise.all(urls.map(verify));
}
