import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, realpath, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';

/**
 * A site's folder on disk: an ordinary folder as it is uploaded to a static host, or a symbolic link to the running release, which lies beside it in
 * `.<name>.releases/`. The link is what can be switched in one step.
 */
export class SiteFolder {
  readonly path: string;
  private readonly releases: string;

  constructor(path: string) {
    this.path = resolve(path);
    this.releases = join(dirname(this.path), `.${basename(this.path)}.releases`);
  }

  /** File that is locked while the site is changed. */
  get lockFile(): string {
    return join(this.releases, 'lock');
  }

  /** An empty folder for the next release, on the same disk. */
  async newRelease(id: string): Promise<string> {
    const folder = join(this.releases, `${id}-${Date.now().toString(36)}`);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  private async isLink(): Promise<boolean> {
    return (await lstat(this.path).catch(() => null))?.isSymbolicLink() ?? false;
  }

  /** Puts a complete release in the place of the running one, by one rename of a link. An ordinary folder becomes a link first. */
  async switchTo(release: string): Promise<void> {
    const next = join(this.releases, 'next');
    await rm(next, { force: true });
    await symlink(relative(dirname(this.path), release), next, 'dir');
    if (existsSync(this.path) && !(await this.isLink())) {
      // Once in a site's life, and the only moment in which the folder is missing. A process that dies in between is repaired by the next publication.
      await rename(this.path, join(this.releases, 'plain'));
    }
    await rename(next, this.path);
  }

  /** Makes a release the site's folder: by the link where there is one, else as an ordinary folder that can be uploaded. */
  async replace(release: string): Promise<void> {
    if (await this.isLink()) {
      await this.switchTo(release);
      return;
    }
    if (existsSync(this.path)) await rename(this.path, join(this.releases, 'plain'));
    await rename(release, this.path);
  }

  /**
   * Removes what no link leads to: releases of the day before yesterday, and what a killed process left half-done. To be called by the holder of the lock.
   * @param alsoKeep a release whose requests may still be under way.
   */
  async tidy(alsoKeep?: string): Promise<void> {
    await this.repair();
    const kept = new Set(['lock']);
    if (await this.isLink()) kept.add(basename(await readlink(this.path)));
    if (alsoKeep) kept.add(basename(alsoKeep));
    const entries = await readdir(this.releases).catch(() => []);
    const left = entries.filter((entry) => !kept.has(entry) && !entry.startsWith('lock'));
    await Promise.all(left.map((entry) => rm(join(this.releases, entry), { recursive: true, force: true })));
  }

  /** Brings an ordinary folder back that a killed process had just moved away. */
  private async repair(): Promise<void> {
    const plain = join(this.releases, 'plain');
    if (!existsSync(this.path) && existsSync(plain)) await rename(plain, this.path);
  }

  /** The folder with the running release; null if there is none. */
  async running(): Promise<string | null> {
    await this.repair();
    return realpath(this.path).catch(() => null);
  }
}
