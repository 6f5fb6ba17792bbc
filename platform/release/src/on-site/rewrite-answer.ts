import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { LOCAL_BUILD, LOCAL_PATH } from '@taller/shared/contract/local-remote.ts';
import type { Registry, RegistryPreview, RegistryRemote } from '@taller/shared/contract/registry.ts';
import { atOrigin, type Origins } from '#src/on-site/rewrite-headers.ts';
import { rewritePage, withLocal } from '#src/on-site/rewrite-page.ts';
import { ENTRY } from '#src/on-site/local-modules.ts';
import type { RemoteSource } from '#src/on-site/remote-source.ts';
import type { Needed } from '#src/site/assert-fits.ts';

/** The registry's entry of a remote under development. */
export const localEntry = (
  { name, modules, screens }: RemoteSource,
  { contract, runtime }: Pick<Needed, 'contract' | 'runtime'>,
): RegistryRemote => ({
  name,
  entry: `${LOCAL_PATH}@id/${ENTRY}`,
  entryJs: [],
  plainEntry: true,
  contract,
  runtime,
  build: LOCAL_BUILD,
  modules: Object.fromEntries(modules.map((module) => [module, { js: [], css: [] }])),
  ...(screens && { screens }),
});

const PREVIEW = /^\/previews\/[^/]+\.json$/;

/** Makes another text of an answer's; null if the answer must not exist for the page. */
type Rewrite = (text: string, local: RegistryRemote, origins: Origins) => string | null;

const json =
  <T>(change: (value: T, local: RegistryRemote, origins: Origins) => unknown): Rewrite =>
  (text, local, origins) => {
    let value: T;
    try {
      value = JSON.parse(text) as T;
    } catch {
      // The page rejects invalid JSON itself.
      return text;
    }
    const changed = change(value, local, origins);
    return changed === null ? null : JSON.stringify(changed);
  };

const registry = json<Registry>((value, local) => ('remotes' in value ? withLocal(value, local) : value));
/** Replaces the site's address by the proxy's, and disables its service worker, which would answer for the proxy. */
const config = json<{ supabaseUrl?: string }>((value, _, { own, site }) => ({
  ...value,
  ...(value.supabaseUrl && { supabaseUrl: atOrigin(value.supabaseUrl, site, own) }),
  serviceWorker: false,
}));
/** Hides a preview of the same remote, which would replace the one under development. */
const preview = json<RegistryPreview>((value, local) => (value.remote?.name === local.name ? null : value));

/** The function that rewrites an answer by its path and type; null if it is passed on unchanged. */
export function rewriteOf(path: string, type: string): Rewrite | null {
  if (type.includes('html')) return rewritePage;
  if (!type.includes('json')) return null;
  if (path === '/remotes.json') return registry;
  if (path === '/config.json') return config;
  return PREVIEW.test(path) ? preview : null;
}

/** Whether the answer to a request may be changed. */
export const mayRewrite = ({ method, headers }: IncomingMessage, path: string): boolean =>
  method === 'GET' && (headers.accept?.includes('html') === true || rewriteOf(path, 'json') !== null);

/** More than any page has. */
const MOST_BYTES = 16 * 1024 * 1024;

const unpack: Partial<Record<string, (packed: Buffer) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
};

/** The whole text of an answer. @throws if it is too long, cut off or packed in another way */
export async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) throw new Error('too long');
    parts.push(part);
  }
  const packed = Buffer.concat(parts);
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return packed.toString();
  const unpacked = await unpack[encoding]?.(packed);
  if (!unpacked) throw new Error(`packed as ${encoding}`);
  return unpacked.toString();
}
