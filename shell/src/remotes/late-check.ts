import { LATE_CHECK, type LateCheck } from '@taller/shared/contract/late-check.ts';
import { ensureStylesheet, verifyScripts } from '#src/remotes/stylesheets.ts';

/** Expected hashes by URL, by the folder of the build. Each build answers for its own folder only. */
const hashesOf = new Map<string, ReadonlyMap<string, string>>();

/** @throws if a file of a build with hashes has none, or another one. */
async function checkFiles(folder: string, urls: readonly string[]): Promise<void> {
  const hashes = hashesOf.get(folder) ?? new Map<string, string>();
  const sheets = urls.filter((url) => url.endsWith('.css'));
  const styled = sheets.map(async (url) => {
    const expected = hashes.get(url);
    if (!expected) throw new Error(`The registry has no hash of ${url}`);
    await ensureStylesheet(url, expected);
  });
  const scripts = urls.filter((url) => !url.endsWith('.css'));
  await Promise.all([...styled, verifyScripts(scripts, hashes)]);
}

const check: LateCheck = async (urls) => {
  await Promise.all(
    [...hashesOf.keys()].map((folder) =>
      checkFiles(
        folder,
        urls.filter((url) => url.startsWith(folder)),
      ),
    ),
  );
};

/**
 * From now on what the build imports later is checked first (decision 54).
 * @param folder absolute URL of the build's folder, with `/` at its end.
 * @param hashes subresource integrity by absolute URL.
 */
export function checkLater(folder: string, hashes: ReadonlyMap<string, string>): void {
  hashesOf.set(folder, hashes);
  Object.assign(globalThis, { [LATE_CHECK]: check });
}
