import { paths } from '@taller/shared/contract/paths.ts';

/** Names that may appear in a template because they are defined by the product. */
export interface KnownNames {
  /** Tables, views and functions of the API. */
  rest: ReadonlySet<string>;
  isFunction: (name: string) => boolean;
}

const AUTH_WORDS = new Set(
  'admin authorize callback challenge factors generate_link health logout magiclink otp recover resend reauthenticate settings signup sso token user users verify'.split(
    ' ',
  ),
);
const PLAIN = new Set(
  `/healthz /readyz /livez /config.json /remotes.json /service-worker.js /robots.txt /favicon.svg
   /apple-touch-icon.png /site.webmanifest`.split(/\s+/),
);
const FOLDERS = ['/assets/', '/remotes/', '/_dev/'];
const PAGES = Object.values(paths).map(({ path }) => path.split('/'));

/** Whether a route serves a static file. */
export const isFile = (route: string): boolean => /^\/(?:assets|remotes)\/\*$/.test(route);

/** The names before the routes exist. */
export const NO_NAMES: KnownNames = { rest: new Set(), isFunction: () => false };

/** The route template of a request, without anything that the client chose. */
export function routeTemplate(path: string, known: KnownNames): string {
  if (PLAIN.has(path)) return path;
  for (const folder of FOLDERS) if (path.startsWith(folder)) return `${folder}*`;
  const [, service = '', version = '', ...rest] = path.split('/');
  if (version === 'v1') {
    const keep = (isOurs: (part: string) => boolean) =>
      `/${service}/v1/${rest.map((part) => (isOurs(part) ? part : ':x')).join('/')}`;
    if (service === 'auth') return keep((part) => AUTH_WORDS.has(part));
    if (service === 'rest') return keep((part) => part === 'rpc' || known.rest.has(part));
    if (service === 'functions') return keep(known.isFunction);
  }
  const parts = path.split('/');
  const page = PAGES.find(
    (pattern) =>
      pattern.length === parts.length &&
      pattern.every((word, at) => word === parts[at] || (word.startsWith(':') && parts[at] !== '')),
  );
  return page?.join('/') ?? '/*';
}
