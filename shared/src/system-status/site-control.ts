/** Admins read and change the publications of a server's own site (SHELL-87, SHELL-88). */

/** Effect of going back to the previous build of a part of the site. */
export interface BackStep {
  /** A remote, or `shell`. */
  part: string;
  /** The current build, which would be replaced. */
  from: string;
  /** The build that would replace it, unless it fails to open. */
  to: string;
}

/** A build that only those with its link see. */
export interface SitePreview {
  remote: string;
  build: string;
  /** Path of its link with what opens it: whoever has it sees the build. Never in a log. */
  path: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** The sources that a build was made from. */
export interface BuildSource {
  /** A remote, or `shell`. */
  part: string;
  build: string;
  /** Branch and commit, `main@3f9c2ab`, with `+` if files differed. */
  source: string;
}

/** The publications of a site beyond what its registry says. */
export interface SiteBuilds {
  shell: { build: string; publishedAt: string };
  backs: BackStep[];
  previews: SitePreview[];
  /** Missing from servers of older tools. */
  sources?: BuildSource[];
}

/** Answer of the function `site-builds` to a request without a change. */
export interface SiteAnswer {
  /** Null where commands alone change the publications: on another host, or in a folder of other origin. */
  site: SiteBuilds | null;
}

/** A change of a site's publications, in terms of what the admin saw: it does not touch other builds. */
export type SiteChange =
  | { action: 'back'; part: string; from: string; to: string }
  | { action: 'close-preview'; part: string; build: string };

/** The outcome of a change. */
export type SiteChanged =
  | {
      done: true;
      /** The part's published build now; absent for a closed preview. */
      build?: string;
      /** The build was opened in a browser before; absent where nothing was put in place. */
      opened?: boolean;
    }
  | {
      done: false;
      /** The reason and the remedy, in Spanish. */
      why: string;
    };

/** Reads and changes the publications of one site. */
export interface SiteControl {
  /** Null if the folder is no site that can be changed. */
  read(): Promise<SiteBuilds | null>;
  /** Does it at once or not at all, never waits for another publication. @throws if it is unknown how it ended. */
  change(change: SiteChange): Promise<SiteChanged>;
}
