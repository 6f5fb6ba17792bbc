/** Style sheets that failed to load, with their expected hashes. */
const failed = new Map<string, string>();

/** Records every style sheet that fails to load, whoever requested it, so that the next attempt requests it again. */
export function watchStylesheets(): void {
  document.addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      failed.set(target.href, target.integrity);
      target.remove();
    },
    true,
  );
}

function addLink(rel: 'stylesheet' | 'modulepreload', href: string, integrity = ''): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.crossOrigin = '';
  link.integrity = integrity;
  link.href = href;
  document.head.append(link);
  return link;
}

/** Resolves when the browser has taken the file of the link; `said` is the error if it does not. */
function taken(link: HTMLLinkElement, said: string): Promise<void> {
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => reject(new Error(said)), { once: true });
  });
}

/**
 * Adds a file whose hash is known, at most twice: the broken one may be in the browser's cache for a year, so that
 * after a failure it is requested past it.
 * @throws an error whose words tell a file that was changed from one that did not come (failureCause).
 */
async function takeVerified(url: string, said: string, add: () => HTMLLinkElement): Promise<void> {
  const attempt = async (message: string) => {
    const link = add();
    try {
      await taken(link, message);
    } catch (error) {
      link.remove();
      throw error;
    }
  };
  try {
    await attempt(said);
  } catch (error) {
    const answer = await fetch(url, { cache: 'reload' }).catch(() => null);
    if (!answer?.ok) throw error;
    await attempt(`${url} is not what was published`);
  }
}

/** Style sheets with a hash that are about to apply, by URL: whoever asks meanwhile waits for the same attempts. */
const verifying = new Map<string, Promise<void>>();

/**
 * Adds a style sheet once and resolves when it is applied. `href` is absolute; `integrity` is its expected hash, if it
 * is on another host.
 */
export async function ensureStylesheet(href: string, integrity = ''): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  const present = [...sheets].find((link) => link.href === href);
  if (present?.sheet) return;
  const said = `Style sheet did not load: ${href}`;
  if (integrity === '') return taken(present ?? addLink('stylesheet', href, integrity), said);
  const verify = () => takeVerified(href, said, () => addLink('stylesheet', href, integrity));
  const adding = verifying.get(href) ?? (present ? taken(present, said).catch(verify) : verify());
  verifying.set(href, adding);
  try {
    await adding;
  } finally {
    verifying.delete(href);
  }
}

/**
 * Retries failed style sheets. The bundler's own loader would consider them loaded.
 * @param folder URL of the build that is waited for: what another remote cannot get back must not keep this one.
 */
export async function restoreStylesheets(folder = ''): Promise<void> {
  const sheets = [...failed];
  failed.clear();
  const own = sheets.flatMap(([url, integrity]) => {
    const coming = ensureStylesheet(url, integrity);
    if (url.startsWith(folder)) return [coming];
    coming.catch(() => undefined);
    return [];
  });
  await Promise.all(own);
}

/** Preloads script chunks. */
export function preloadScripts(urls: readonly string[]): void {
  const present = new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.href),
  );
  for (const url of urls) if (!present.has(url)) addLink('modulepreload', url);
}

/** Scripts whose hashes are verified, or about to be, by URL. */
const checked = new Map<string, Promise<void>>();

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
    let checking = checked.get(url);
    if (!checking) {
      checking = takeVerified(url, `${url} did not load`, () => addLink('modulepreload', url, expected));
      checked.set(url, checking);
      checking.catch(() => checked.delete(url));
    }
    await checking;
  };
  await Promise.all(urls.map(verify));
}
