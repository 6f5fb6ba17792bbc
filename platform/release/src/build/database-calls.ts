import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names are strings after minification too; a name in a variable is not found. */
const CALL = /\.(rpc|from)\(\s*["'`](\w+)["'`]/g;

/** Tables and functions that a build calls, as paths of the API: `orders`, or `rpc/find_orders` for a function. */
export async function databaseCalls(folder: string, files: readonly string[]): Promise<string[]> {
  const scripts = files.filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map((file) => readFile(join(folder, file), 'utf8')));
  const calls = texts.flatMap((text) =>
    [...text.matchAll(CALL)].map(([, kind, name = '']) => (kind === 'rpc' ? `rpc/${name}` : name)),
  );
  return [...new Set(calls)].sort();
}
