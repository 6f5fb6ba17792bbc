/** What a page that has started tells the service worker, so that the same page can start without a network. */
export interface LoadedMessage {
  type: 'loaded';
  /** Path of the page's address. */
  pathname: string;
  /** The registry as the page came with it: tells its build from others. */
  registry: string;
  /** URLs of the scripts, style sheets and fonts that the page has loaded so far. */
  files: string[];
}
