import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { visibleFiles } from '#src/build/build-size.ts';
import { HASHES_FILE, HASH_OF_HASHES } from '#src/federation/verified-chunks.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('base64');

/**
 * Writes a list of the hashes of a remote's files into its folder, and the hash of the list into the script that reads
 * it, which the shell verifies. A remote without lazily loaded files has no such script.
 *
 * @param folder of the build.
 */
export async function addHashList(folder: string): Promise<void> {
  const files = (await visibleFiles(folder)).filter((file) => /\.(?:js|css)$/.test(file)).sort();
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const hashes: Record<string, string> = {};
  const readers: [file: string, content: string][] = [];
  for (const [at, file] of files.entries()) {
    const content = contents[at] ?? '';
    if (content.includes(HASH_OF_HASHES)) readers.push([file, content]);
    else hashes[file] = sha256(content);
  }
  if (readers.length === 0) return;
  const list = JSON.stringify(hashes);
  await writeFile(join(folder, HASHES_FILE), list);
  for (const [file, content] of readers)
    await writeFile(join(folder, file), content.replaceAll(HASH_OF_HASHES, sha256(list)));
}
