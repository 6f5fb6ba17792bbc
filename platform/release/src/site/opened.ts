import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { OpenedPart } from '@taller/shared/contract/opened-modules.ts';

/** A remote in a release that is not in place yet, to be opened as a visitor would. */
export interface Opened {
  /** The release's folder. */
  folder: string;
  name: RemoteName;
  /** Folder with the files of its build. */
  build: string;
  /** Their address, if they are on another host. */
  base?: string;
  /** Token of the preview, unless this is the running build. */
  preview?: string;
  /** Parts of the remote that the deployed shell shows. */
  parts: readonly OpenedPart[];
}

/** Opens a remote. @throws SmokeTestError if one of its parts is not shown. */
export type Open = (opened: Opened) => Promise<void>;
