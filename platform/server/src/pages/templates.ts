import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import type { Registry } from '@taller/shared/contract/registry.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { Page } from './pages.ts';

/** File of a release with its templates, in a hidden folder, which is not served. */
export const TEMPLATES_FILE = '.release/pages.json';

/** All that a release's pages are made of except the shop's facts, so that a server can show newer ones. */
export interface Templates {
  format: 1;
  /** The facts that the release's own pages show. */
  facts: ShopFacts;
  registry: Registry;
  /** The shell's template. */
  html: string;
  /** Every page, with the tags that load its files. */
  pages: readonly { page: Page; links: readonly string[] }[];
  /** Public URL for search engines, if it differs from the shop's website. */
  siteUrl?: string;
  /** Files of the server bundles, by their path in the release: of the shell, and of the remotes with public pages. */
  bundles: { shell: string; remotes: Readonly<Record<RemoteName, string>> };
}
