/** Message of a started page to the service worker, so that it can be served offline. */
export interface LoadedMessage {
  type: 'loaded';
  /** Path of the page. */
  pathname: string;
  /** The page's inlined registry, which identifies its build. */
  registry: string;
  /** URLs of the scripts, style sheets and fonts that the page has loaded so far. */
  files: string[];
}
