import { isDeepStrictEqual } from 'node:util';
import type { ShopFacts, ShopImages } from '@taller/shared/config/shop-facts.ts';
import { readRelease } from '#src/site/release.ts';
import { runApart } from '#src/site/run-apart.ts';
import { SiteFolder } from '#src/site/site-folder.ts';

/** Images as JSON can have them: in base64, by their hash. */
const toText = (images: ShopImages) =>
  Object.fromEntries([...images].map(([hash, content]) => [hash, Buffer.from(content).toString('base64')]));

/**
 * Creates the function that publishes changed facts of the shop to a running server's site.
 * @param path the site's folder.
 */
export const factsPublisher =
  (path: string) =>
  async (facts: ShopFacts, images: ShopImages = new Map(), signal?: AbortSignal): Promise<void> => {
    const running = await new SiteFolder(path).running();
    const release = running === null ? null : await readRelease(running);
    // A folder that build:site did not create has hand-written pages, which are left alone.
    if (!release) return;
    if (release.format === 2 && isDeepStrictEqual(release.facts, facts)) return;
    await runApart('publish-facts.ts', path, { facts, images: toText(images) }, signal);
  };
