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

/** Adds a style sheet once and resolves when it applies. `href` is absolute. */
export function ensureStylesheet(href: string): Promise<void> {
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
    link.href = href;
    document.head.append(link);
  });
}

/** Asks again for what had failed. The bundler's own loader would take a style sheet that failed once for loaded. */
export async function restoreStylesheets(): Promise<void> {
  const urls = [...failed];
  failed.clear();
  await Promise.all(urls.map(ensureStylesheet));
}

/** Starts fetching script chunks that will be needed in a moment. */
export function preloadScripts(urls: readonly string[]): void {
  const present = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.href),
  );
  for (const url of urls) {
    if (present.has(url)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = url;
    document.head.append(link);
  }
}
