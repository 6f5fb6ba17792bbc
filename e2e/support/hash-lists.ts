import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Registry } from '@taller/shared/contract/registry.ts';

const LIST = 'integrity.json';
const HASH = /sha256-[\w+/]{43}=/;
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** Makes the list of hashes of a build's folder that of its files as they are, for builds with other texts. */
export async function renewHashes(folder: string): Promise<void> {
  const file = join(folder, LIST);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const names = Object.keys(JSON.parse(text) as Record<string, string>);
  const hashes = names.map(
    async (name) => [name, sha256(await readFile(join(folder, name), 'utf8'))] as const,
  );
  const list = JSON.stringify(Object.fromEntries(await Promise.all(hashes)));
  await writeFile(file, list);
  const { chunks } = JSON.parse(await readFile(join(folder, '.build/descriptor.json'), 'utf8')) as {
    chunks: Record<string, { file: string }>;
  };
  for (const { file: script } of Object.values(chunks)) {
    if (names.includes(script)) continue;
    const reader = join(folder, script);
    await writeFile(reader, (await readFile(reader, 'utf8')).replace(HASH, `sha256-${sha256(list)}`));
  }
}

/**
 * Lets a page find other code in a chunk of a remote, as if it had been built so: with the hashes of that.
 * @param pattern of the chunk's file name.
 * @param change makes the other code.
 */
export async function replaceChunk(
  page: Page,
  { url, remote, pattern }: { url: string; remote: string; pattern: RegExp },
  change: (code: string) => string,
): Promise<void> {
  const textOf = async (address: string) => (await page.request.get(address)).text();
  const { remotes } = JSON.parse(await textOf(`${url}/remotes.json`)) as Registry;
  const entry = remotes.find(({ name }) => name === remote);
  if (!entry) throw new Error(`${remote} is not in the registry`);
  const folder = new URL('.', new URL(entry.entry, url)).href;
  const list = JSON.parse(await textOf(folder + LIST)) as Record<string, string>;
  const chunk = Object.keys(list).find((file) => pattern.test(file));
  if (chunk === undefined) throw new Error(`${remote} has no chunk ${pattern.source}`);
  const code = change(await textOf(folder + chunk));
  const renewed = JSON.stringify({ ...list, [chunk]: sha256(code) });
  const script = (body: string) => ({ contentType: 'text/javascript', body });
  await page.route(folder + chunk, (route) => route.fulfill(script(code)));
  await page.route(folder + LIST, (route) =>
    route.fulfill({ contentType: 'application/json', body: renewed }),
  );
  await page.route(`${folder}helpers-*.js`, async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill(script(text.replace(HASH, `sha256-${sha256(renewed)}`)));
  });
}
