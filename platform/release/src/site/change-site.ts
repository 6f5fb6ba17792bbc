import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { SiteChange, SiteChanged } from '@taller/shared/system-status/site-control.ts';
import type { PublishOptions } from '#src/site/change-release.ts';
import { rollBackRemote } from '#src/site/publish.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { closePreview } from '#src/site/publish-preview.ts';
import { rollBackShell } from '#src/site/publish-shell.ts';
import { readSiteBuilds } from '#src/site/site-control.ts';

async function changed(change: SiteChange, options: PublishOptions): Promise<SiteChanged> {
  if (change.action === 'close-preview') {
    await closePreview(change.part as RemoteName, change.build, options);
    return { done: true };
  }
  const { part, from, to } = change;
  const backOptions = { ...options, seen: { from, to } };
  const { build, replaced } =
    part === 'shell'
      ? await rollBackShell(backOptions)
      : await rollBackRemote(part as RemoteName, backOptions);
  return { done: true, build, ...(replaced !== undefined && { opened: options.open !== undefined }) };
}

/** Whether a preview to be closed no longer exists, by a repeated request or because it expired. */
async function isClosed(change: SiteChange, site: string): Promise<boolean> {
  if (change.action !== 'close-preview') return false;
  const now = await readSiteBuilds(site);
  return !now?.previews.some(({ remote, build }) => remote === change.part && build === change.build);
}

/**
 * Changes the publications of a site as requested by an admin on a page, without waiting for other publications.
 * @throws unexpected errors only.
 */
export async function changeSite(change: SiteChange, options: PublishOptions): Promise<SiteChanged> {
  try {
    return await changed(change, { ...options, wait: false });
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return (await isClosed(change, options.site)) ? { done: true } : { done: false, why: error.message };
  }
}
