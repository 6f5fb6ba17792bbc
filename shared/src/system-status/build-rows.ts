import type { Registry } from '#src/contract/registry.ts';

/** A remote's build that runs. */
export interface BuildRow {
  remote: string;
  build: string;
  /** Host that its files come from; absent if it is the site's own. */
  host?: string;
  /** Since when it runs, ISO 8601; absent if the site does not say. */
  since?: string;
}

/**
 * The builds that run by the registry, by remote.
 *
 * @param site the site's origin.
 */
export const buildRows = ({ remotes }: Registry, site: string): BuildRow[] =>
  remotes.map(({ name, build, entry, publishedAt }) => {
    const { origin, host } = new URL(entry, site);
    return {
      remote: name,
      build,
      ...(origin !== site && { host }),
      ...(publishedAt !== undefined && { since: publishedAt }),
    };
  });
