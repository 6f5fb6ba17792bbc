import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setAside } from '@taller/server/site/served-folder.ts';

/**
 * A site's folder on disk: an ordinary folder for uploading to a static host, or a symbolic link to the current release
 * in `.<name>.releases/` next to it. The link can be switched atomically.
 */
export class SiteFolder {
  readonly path: string;
  private readonly releases: string;

  constructor(path: string) {
    this.path = resolve(path);
    this.releases = join(dirname(this.path), `.${basename(this.path)}.releases`);
  }

  /** Lock file for changes of the site. */
  get lockFile(): string {
    return join(this.releases, 'lock');
  }

  /** An empty folder for the next release, on the same disk. */
  async newRelease(id: string): Promise<string> {
    const folder = join(this.releases, `${id}-${Date.now().toString(36)}`);
    await mkdir(this.releases, { recursive: true });
    // A recursive mkdir would report a read-only disk as a missing folder.
    await mkdir(folder);
    return folder;
  }

  private async isLink(): Promise<boolean> {
    return (await lstat(this.path).catch(() => null))?.isSymbolicLink() ?? false;
  }

  /** Switches to a complete release by an atomic rename of a link. An ordinary folder is converted to a link first. */
  async switchTo(release: string): Promise<void> {
    const next = join(this.releases, 'next');
    await rm(next, { force: true });
    await symlink(relative(dirname(this.path), release), next, 'dir');
    if (existsSync(this.path) && !(await this.isLink())) {
      // Happens once per site, since Node cannot exchange two names. The embedded server serves the folder that was
      // set aside, even if the process dies here, until the next publication repairs it. Others have no site meanwhile.
      await rename(this.path, setAside(this.path));
    }
    await rename(next, this.path);
  }

  /**
   * Makes a release the site's folder: by switching the link if there is one, else as an ordinary folder for uploading.
   */
  async replace(release: string): Promise<void> {
    if (await this.isLink()) {
      await this.switchTo(release);
      return;
    }
    if (existsSync(this.path)) await rename(this.path, setAside(this.path));
    await rename(release, this.path);
  }

  /**
   * Deletes unreferenced releases: old ones, and what interrupted processes left. The caller must hold the lock.
   * @param alsoKeeps decides by folder: running requests may still read a release that was replaced.
   */
  async tidy(alsoKeeps: (folder: string) => boolean): Promise<void> {
    const current = (await this.isLink()) ? basename(await readlink(this.path)) : null;
    const entries = await readdir(this.releases).catch(() => []);
    const left = entries.filter(
      (entry) => entry !== current && !entry.startsWith('lock') && !alsoKeeps(join(this.releases, entry)),
    );
    await Promise.all(left.map((entry) => rm(join(this.releases, entry), { recursive: true, force: true })));
  }

  /**
   * Restores an ordinary folder that an interrupted process had just set aside. The caller must hold the lock: another
   * publication is about to put its release there.
   */
  async repair(): Promise<void> {
    const plain = setAside(this.path);
    if (!existsSync(this.path) && existsSync(plain)) await rename(plain, this.path);
  }

  /** The folder of the current release, also while it is set aside; null if there is none. */
  running(): Promise<string | null> {
    return realpath(this.path).catch(() => realpath(setAside(this.path)).catch(() => null));
  }
}
