import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { ShopFacts, ShopImages } from '@taller/shared/config/shop-facts.ts';
import { readRelease } from '#src/site/release.ts';
import { SiteFolder } from '#src/site/site-folder.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Longer than any machine takes; a process that hangs must not keep the next facts from the site. */
const PATIENCE_MS = 120_000;

/** Images as JSON can have them: in base64, by their hash. */
const toText = (images: ShopImages) =>
  Object.fromEntries([...images].map(([hash, content]) => [hash, Buffer.from(content).toString('base64')]));

/**
 * Makes the site again in a process of its own. One that is killed leaves the site as it is.
 * @returns when the process has ended.
 * @throws with what it said.
 */
async function publishApart(
  path: string,
  { facts, images, signal }: { facts: ShopFacts; images: ShopImages; signal: AbortSignal | undefined },
): Promise<void> {
  const child = spawn(process.execPath, [inRoot('tooling/src/tasks/publish-facts.ts'), path], {
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: PATIENCE_MS,
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    // Abortion is an error too, before the process has ended.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    child.once('close', resolve);
  });
  // A process that ends early reads no more; its own words say why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ facts, images: toText(images) }));
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0)
    throw new Error(said.trim() || `El proceso que arma el sitio terminó con ${code ?? 'una señal'}.`);
}

/**
 * What lets a running server's site follow the facts of the shop.
 * @param path the site's folder.
 */
export const factsPublisher =
  (path: string) =>
  async (facts: ShopFacts, images: ShopImages = new Map(), signal?: AbortSignal): Promise<void> => {
    const running = await new SiteFolder(path).running();
    const release = running === null ? null : await readRelease(running);
    // A folder that build:site did not make says what somebody has written into it.
    if (!release) return;
    if (release.format === 2 && isDeepStrictEqual(release.facts, facts)) return;
    await publishApart(path, { facts, images, signal });
  };
