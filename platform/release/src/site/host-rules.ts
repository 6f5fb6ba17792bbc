import { securityHeaders, type PolicyOrigins } from '@taller/server/site/security-headers.ts';
import type { Page } from '@taller/server/pages/pages.ts';

/** Files below these folders have hashed names. */
const HASHED_FOLDERS = ['assets', 'remotes'] as const;
const FOREVER = 'public, max-age=31536000, immutable';

/** Any hosted Supabase project: allowed if the project is not known at build time. */
export const ANY_SUPABASE = ['https://*.supabase.co', 'wss://*.supabase.co'];

/** Canonical spelling of headers: `X-Content-Type-Options`. */
const title = (name: string) => name.replaceAll(/(?:^|-)\w/g, (letters) => letters.toUpperCase());

/**
 * `_headers` for Netlify and Cloudflare. Files without a cache header are revalidated on each request, as required; a
 * second rule for the same header would be merged by Cloudflare and dropped by Netlify.
 */
export function headersFile(origins: PolicyOrigins): string {
  const everywhere = Object.entries(securityHeaders(true, origins)).map(
    ([name, value]) => `  ${title(name)}: ${value}`,
  );
  const hashed = HASHED_FOLDERS.flatMap((folder) => [
    `/${folder}/*`,
    `  Cache-Control: ${FOREVER}`,
    ...(folder === 'remotes' ? ['  Access-Control-Allow-Origin: *'] : []),
  ]);
  return ['/*', ...everywhere, ...hashed, ''].join('\n');
}

/** Pages that serve paths below their own, by first segment. */
const segments = (pages: readonly Page[]) =>
  pages.map(({ file }) => file.replace(/\.html$/, '')).filter((name) => name !== 'index' && name !== '200');

/**
 * `_redirects` for Netlify and Cloudflare. Paths of one segment resolve to the page of that name, and unknown ones get
 * 404.html, which is the application: a catch-all rule would hide missing files, and on Cloudflare existing ones too.
 */
export const redirectsFile = (pages: readonly Page[]): string =>
  [...segments(pages).map((name) => `/${name}/* /${name} 200`), ''].join('\n');

const quoted = (value: string) => `"${value.replaceAll('"', String.raw`\"`)}"`;

/**
 * A server block for nginx, with example addresses.
 * @public docs/nginx.conf is generated from it, by its test
 */
export function nginxConf(origins: PolicyOrigins): string {
  const headers = Object.entries(securityHeaders(true, origins)).map(
    ([name, value]) => `  add_header ${title(name)} ${quoted(value)} always;`,
  );
  return `# Generated from platform/release/src/site/host-rules.ts. Put it into /etc/nginx/conf.d/ and change server_name, root, the certificate and, in the policy, connect-src: your
# Supabase project instead of all of them. A remote on another host adds that host to script-src, style-src, img-src, font-src and connect-src.
map $uri $taller_cache {
  default "no-cache";
  ~^/(?:${HASHED_FOLDERS.join('|')})/ "${FOREVER}";
}
map $uri $taller_cors {
  default "";
  ~^/remotes/ "*";
}
server {
  # From nginx 1.25 on: listen 443 ssl; http2 on;
  listen 443 ssl http2;
  server_name taller.example;
  ssl_certificate /etc/ssl/taller.pem;
  ssl_certificate_key /etc/ssl/taller.key;
  # The folder that publish-remote switches; it may be a link.
  root /srv/taller/site;

  charset utf-8;
  gzip on;
  gzip_vary on;
  gzip_types text/css text/javascript application/javascript application/json application/manifest+json image/svg+xml;
  include /etc/nginx/mime.types;
  types {
    application/manifest+json webmanifest;
  }

${headers.join('\n')}
  # Not on errors: a missing file must not be missing for ever.
  add_header Cache-Control $taller_cache;
  add_header Access-Control-Allow-Origin $taller_cors;

  # Hidden files and the rules of other hosts.
  location ~ ^/(?:.*/)?[._][^/]* {
    return 404;
  }
  location = / {
    try_files /index.html =404;
  }
  # A file, or nothing.
  location ~ ^/(?:${[...HASHED_FOLDERS, 'previews'].join('|')})/ {
    try_files $uri =404;
  }
  # A file, or an address: its page, the page of its first segment, or the page for all others.
  location ~ ^/([^/]+) {
    try_files $uri $uri.html /$1.html /200.html;
  }
}
`;
}

/** Configuration files of static hosts for the site's folder, by file name. */
export const hostRules = (pages: readonly Page[], origins: PolicyOrigins): Map<string, string> =>
  new Map([
    ['_headers', headersFile(origins)],
    ['_redirects', redirectsFile(pages)],
  ]);
