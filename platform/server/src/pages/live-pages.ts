import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FactsWithImages, ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { logoFile } from '@taller/shared/values/logo.ts';
import { setAside } from '../site/served-folder.ts';
import { siteFile, type MadeFiles, type SiteFile } from '../site/site-files.ts';
import { releaseBranding } from './branding.ts';
import { pageFiles } from './page-files.ts';
import { renderInChildProcess } from './render-in-child-process.ts';
import { TEMPLATES_FILE, type Templates } from './templates.ts';

interface Options {
  /** The site's folder. */
  folder: string;
  /** The current facts: the same object until they change. */
  state: () => FactsWithImages;
  /** Whether responses after the first are compressed at the best quality. */
  best?: boolean | undefined;
  log: (line: string) => void;
}

/** The pages of one release with one state of the facts. */
interface PageSet {
  release: string;
  state: FactsWithImages;
  files: ReadonlyMap<string, SiteFile>;
  /** Whether the public pages among its files have their content. */
  isRendered: boolean;
  /** When its pages are rendered again, after a failure, by `performance.now()`: no change of the clock delays that. */
  againAt: number;
}

/** Wait after a failure: the pages' code may have lacked memory or time. */
const AGAIN_MS = 60_000;

const BEHIND = 'El sitio sigue con los datos anteriores de la tienda';
const WITHOUT_CONTENT = 'Las páginas públicas salen sin su contenido para quien no usa JavaScript';

/** Number of style sheets, icons and logos of earlier branding that stay for open tabs. */
const KEPT_BRANDING = 64;

/** Description of a release, which those of older tools have too. */
const RELEASE_FILE = '.release/release.json';

/** A release, and the folder of the site in which it is. */
interface ReleaseAt {
  id: string;
  site: string;
}

/**
 * Identity and folder of the release that the site's folder has now; undefined without templates. Synchronous: each
 * request of a page asks, which takes 3 µs so, and ten times as long by a thread.
 */
function releaseAt(site: string): ReleaseAt | undefined {
  try {
    const info = statSync(join(site, TEMPLATES_FILE), { throwIfNoEntry: false });
    return info && { id: `${info.ino} ${info.mtimeMs}`, site };
  } catch {
    // Not readable for this user: the site is served as it is.
    return undefined;
  }
}

/** Id of a release with other facts than its own, so that open tabs take them like a publication. */
function idWith(release: string, facts: ShopFacts): string {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return `${release}-${hash.slice(0, 12)}`;
}

/**
 * The site's pages with the shop's current facts, which may be newer than those that the release was assembled with.
 * They are made once for each release and state of the facts, and kept in memory. A release that shows the current
 * facts is served as it is.
 */
export class LivePages implements MadeFiles {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  /** Branding by path, of earlier facts too. */
  readonly #branding = new Map<string, SiteFile>();
  #set: PageSet | undefined;
  #making: Promise<void> | undefined;
  #behindSince: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * The file of that path as the current facts make it; undefined if they do not. Waits for the pages of a release that
   * has just been published; with other facts, the earlier pages are served until the new ones are made.
   */
  async find(path: string): Promise<SiteFile | undefined> {
    // Pages are in the folder itself; below it is only branding, whose names have hashes.
    if (path.includes('/')) return this.#branding.get(path) ?? this.#newLogo(path);
    for (let release = this.#release(); release; release = this.#release()) {
      if (this.#isCurrent(release.id) || this.#stopping.signal.aborted) break;
      const made = this.#make(release);
      if (this.#set?.release === release.id) break;
      await made;
    }
    return this.#release() && this.#set?.files.get(path);
  }

  /** Makes the pages with facts that may just have changed. */
  async refresh(): Promise<void> {
    if (this.#release()) return this.#makeAll();
    if (!existsSync(join(this.#options.folder, RELEASE_FILE))) return;
    this.#behindSince ??= new Date().toISOString();
    this.#options.log(
      'El sitio muestra los datos de la tienda con que se armó, porque es de una versión anterior: ármalo de nuevo con build:site.',
    );
  }

  /** Time since which the pages lack current facts or their content, because making them fails; null while it works. */
  behindSince(): string | null {
    return this.#behindSince;
  }

  /** Ends what is being rendered. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#making;
  }

  #release() {
    const { folder } = this.#options;
    return releaseAt(folder) ?? (existsSync(folder) ? undefined : releaseAt(setAside(folder)));
  }

  #isCurrent(release: string): boolean {
    const set = this.#set;
    return set?.release === release && set.state === this.#options.state() && performance.now() < set.againAt;
  }

  /** Makes sets until one has the newest release and facts. */
  async #makeAll(): Promise<void> {
    for (let release = this.#release(); release; release = this.#release()) {
      if (this.#isCurrent(release.id) || this.#stopping.signal.aborted) return;
      await this.#make(release);
    }
  }

  /** Makes one set, or waits for the one that is being made, which may be another release's. */
  #make(release: ReleaseAt): Promise<void> {
    this.#making ??= this.#makeSet(release, this.#options.state())
      .then((set) => void (this.#set = set))
      .finally(() => (this.#making = undefined));
    return this.#making;
  }

  async #makeSet(release: ReleaseAt, state: FactsWithImages): Promise<PageSet> {
    const set = { release: release.id, state, againAt: Infinity };
    // A release that has been replaced is not shown again: its files may be gone.
    const before = this.#set?.release === release.id ? this.#set : undefined;
    try {
      const { files, fault } = await this.#makeFiles(await realpath(release.site), state);
      if (fault === undefined) {
        this.#behindSince = null;
        return { ...set, files, isRendered: true };
      }
      // Earlier pages have their content.
      if (before?.isRendered) return { ...before, ...set, againAt: this.#fail(release, BEHIND, fault) };
      return { ...set, files, isRendered: false, againAt: this.#fail(release, WITHOUT_CONTENT, fault) };
    } catch (error) {
      const { files = new Map<string, SiteFile>(), isRendered = false } = before ?? {};
      return { ...set, files, isRendered, againAt: this.#fail(release, BEHIND, error) };
    }
  }

  /** Logs a failure, unless the files were deleted with a replaced release. @returns when to try again. */
  #fail(release: ReleaseAt, what: string, error: unknown): number {
    if (!this.#stopping.signal.aborted && this.#release()?.id === release.id) {
      this.#behindSince ??= new Date().toISOString();
      this.#options.log(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return performance.now() + AGAIN_MS;
  }

  /** @returns no files if the release's own say the same; files without content after a fault of the builds' code. */
  async #makeFiles(
    folder: string,
    { facts, images }: FactsWithImages,
  ): Promise<{ files: ReadonlyMap<string, SiteFile>; fault?: unknown }> {
    const templates = JSON.parse(await readFile(join(folder, TEMPLATES_FILE), 'utf8')) as Templates;
    if ((templates.format as number) !== 1)
      throw new Error('lo publicó una versión más nueva de estas herramientas; actualiza el servidor.');
    const made = new Map<string, SiteFile>();
    if (isDeepStrictEqual(templates.facts, facts)) return { files: made };
    const { html, registry, pages, bundles } = templates;
    const branding = await releaseBranding(facts.look, { html, shell: folder, images, before: folder });
    for (const [path, content] of branding.files) this.#keepBranding(path, content);
    const ofFacts = { ...templates, registry: { ...registry, release: idWith(registry.release, facts) } };
    let rendered: ReadonlyMap<string, string> = new Map();
    let failed: { fault?: unknown } = {};
    try {
      const input = { folder, templates: { pages, bundles }, facts };
      rendered = await renderInChildProcess(input, this.#stopping.signal);
    } catch (fault) {
      failed = { fault };
    }
    for (const [name, text] of pageFiles(ofFacts, { facts, branding, rendered }))
      made.set(name, this.#file(name, text));
    return { files: made, ...failed };
  }

  /** The current logo, which mails and plain pages name before the pages are made. */
  #newLogo(path: string): SiteFile | undefined {
    const { facts, images } = this.#options.state();
    const { logo } = facts.look;
    const content = logo && logoFile(logo) === path ? images.get(logo.hash) : undefined;
    return content && this.#file(path, content);
  }

  #file(name: string, content: string | Uint8Array): SiteFile {
    return siteFile(name, Buffer.from(content), this.#options.best ?? true);
  }

  #keepBranding(path: string, content: string | Uint8Array): void {
    this.#branding.delete(path);
    this.#branding.set(path, this.#file(path, content));
    for (const oldest of [...this.#branding.keys()].slice(0, -KEPT_BRANDING)) this.#branding.delete(oldest);
  }
}
