/** A source folder and the folders that its files may import from, besides itself. */
export interface Layer {
  /** Relative to the workspace's root. `*` matches one name; `mfe-*` in `reads` is the importing file's own remote. */
  folder: string;
  /** Folders, with everything below them, and names of `GROUPS` (layers.ts). */
  reads: readonly string[];
}
