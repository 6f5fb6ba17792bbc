import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
