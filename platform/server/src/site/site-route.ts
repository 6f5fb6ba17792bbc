import { extname, posix } from 'node:path';
import { sendText, type Exchange, type Route } from '../http/router.ts';
import { securityHeaders, type PolicyOrigins } from './security-headers.ts';
import { isText, type Encoding, type SiteFile, type SiteFiles } from './site-files.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** A file name with a content hash: `name-` and eight or more characters of the hash, below a folder of built files. */
const HASHED = /^(?:assets|remotes\/[^/]+\/[^/]+)\/.*-[\w-]{8,}\.\w+$/;

/** The shop's own images. Opened by themselves they may do nothing but show. */
const IMAGE = /^assets\/(?:logo|icon)-[0-9a-f]+\.(?:svg|png|webp)$/;
const IMAGE_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** File that the shell requests for a preview link (platform/release/src/site/preview.ts). */
const PREVIEW = /^previews\/[\w-]+\.json$/;

/** Code that a site on another origin may load as a remote; it is public and contains no visitor data. */
const REMOTE = /^remotes\//;

/**
 * Serves the site's files like a static host.
 * @param https whether the site is served over HTTPS: responses then include Strict-Transport-Security.
 * @param origins further hosts allowed by the Content-Security-Policy.
 */
export function siteRoute(files: SiteFiles, https: boolean, origins: PolicyOrigins = {}): Route {
  const headers = securityHeaders(https, origins);
  return async (exchange) => {
    const { incoming, outgoing, path } = exchange;
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      outgoing.setHeader('allow', 'GET, HEAD');
      sendText(outgoing, 405, 'Método no permitido.');
      return true;
    }
    const name = decode(path);
    const found = await resolve(files, name);
    const file = found && (await isOver(found)) ? undefined : found;
    for (const [header, value] of Object.entries(headers)) outgoing.setHeader(header, value);
    if (REMOTE.test(name)) outgoing.setHeader('access-control-allow-origin', '*');
    if (file && IMAGE.test(file.name)) outgoing.setHeader('content-security-policy', IMAGE_POLICY);
    if (file) await send(exchange, file);
    else sendText(outgoing, 404, 'No existe.');
    return true;
  };
}

/**
 * The path below the site, without the dot segments and empty ones that an encoded slash hides from the URL. A broken
 * percent code stays as it is: the application says that the page does not exist.
 */
function decode(path: string): string {
  const name = path.slice(1);
  try {
    return posix.normalize(decodeURIComponent(name)).replace(/^(?:\.$|\/+)/, '');
  } catch {
    return name;
  }
}

/**
 * The file itself; for a path of the application its page, else the fallback page, also with a
 * dot: `6.420` is a number. A file that is missing in a folder of files is a 404.
 */
async function resolve(files: SiteFiles, name: string): Promise<SiteFile | undefined> {
  const clean = name.replace(/\/+$/, '');
  // Configuration of static hosts (`_headers`, `_redirects`) is not served.
  if (clean.startsWith('_')) return undefined;
  const exact = clean === '' ? undefined : await files.find(clean);
  if (exact) return exact;
  if (
    clean.split('/').some((part) => part.startsWith('.')) ||
    /^(?:assets|remotes|previews|_dev)\//.test(clean)
  )
    return undefined;
  const [first = ''] = clean.split('/');
  const pages =
    clean === ''
      ? ['index.html']
      : [`${clean}.html`, `${clean}/index.html`, `${first}.html`, '200.html', 'index.html'];
  for (const page of pages) {
    const file = await files.find(page);
    if (file) return file;
  }
  return undefined;
}

/** Whether it describes a preview that has expired, or no preview. Its file stays until the next publication. */
async function isOver(file: SiteFile): Promise<boolean> {
  if (!PREVIEW.test(file.name)) return false;
  return !(expiryOf((await file.body('identity')).toString()) > Date.now());
}

/** The end of a preview, in ms; NaN if its file does not say. */
function expiryOf(text: string): number {
  try {
    return Date.parse((JSON.parse(text) as { expiresAt: string }).expiresAt);
  } catch {
    return Number.NaN;
  }
}

async function send({ incoming, outgoing }: Exchange, file: SiteFile): Promise<void> {
  const encoding = isText(file.name) ? encodingFor(incoming.headers['accept-encoding'] ?? '') : 'identity';
  const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  outgoing.setHeader('etag', etag);
  outgoing.setHeader(
    'cache-control',
    HASHED.test(file.name) ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  if (isText(file.name)) outgoing.setHeader('vary', 'accept-encoding');
  const known = incoming.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(etag)) {
    outgoing.writeHead(304).end();
    return;
  }
  const body = await file.body(encoding);
  outgoing.setHeader('content-type', TYPES[extname(file.name)] ?? 'application/octet-stream');
  if (encoding !== 'identity') outgoing.setHeader('content-encoding', encoding);
  outgoing.setHeader('content-length', body.length);
  outgoing.writeHead(200);
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}

function encodingFor(accepted: string): Encoding {
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}
