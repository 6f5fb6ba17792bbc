import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PREVIEW_MARK } from '@taller/shared/contract/registry.ts';
import type { ShellDescriptor } from '#src/build/descriptors.ts';
import type { Preview, Release } from '#src/site/release.ts';

/** Default number of days for which a preview can be opened. */
export const PREVIEW_DAYS = 7;
/** Maximum number of days. */
export const MOST_PREVIEW_DAYS = 90;

/** 131 random bits in letters and digits: command lines and chats lose a leading or trailing dash. */
export const newToken = (): string =>
  randomBytes(64).toString('base64url').replaceAll(/[-_]/g, '').slice(0, 22);

/** Path of the preview's registry entry, relative to the site's root. */
export const previewFile = (token: string): string => `previews/${token}.json`;

/** Removes tokens of previews from a text for a log: file system errors contain them in paths. */
export const withoutTokens = (text: string): string =>
  text.replaceAll(/(previews[/\\])[\w-]+/g, '$1…').replaceAll(/(#vista-previa=)[\w-]+/g, '$1…');

/** Previews that can still be opened; undefined if there are none. */
export function livePreviews(
  { previews = [], remotes }: Pick<Release, 'previews' | 'remotes'>,
  now: Date,
): Preview[] | undefined {
  const live = previews.filter(
    ({ token, remote, expiresAt }) =>
      // The token may be hand-written, and becomes the name of a file.
      /^[\w-]+$/.test(token) && remotes[remote] && Date.parse(expiresAt) > now.getTime(),
  );
  return live.length > 0 ? live : undefined;
}

/** The first of some pages whose address has no parameters. */
export const firstPage = (pages: readonly { path: string }[] = []): string | undefined =>
  pages.find(({ path }) => !/[:*]/.test(path))?.path;

/** Path of a preview's link: the first page of its remote, with the token in the fragment. */
export function previewPath(
  { shows }: Pick<ShellDescriptor, 'shows'>,
  { token, remote, page }: Pick<Preview, 'token' | 'remote' | 'page'>,
): string {
  return `${firstPage(shows?.[remote]) ?? page ?? '/'}${PREVIEW_MARK}${token}`;
}

/** Address of the server that keeps the site in its data folder; undefined without such a server. */
export async function addressOfServer(site: string): Promise<string | undefined> {
  const note = await readFile(join(site, '../instance.json'), 'utf8').catch(() => '{}');
  return (JSON.parse(note) as { url?: string }).url;
}

/**
 * The link of a preview at the site's own address, which may differ from the website in the shop's facts. Only a path
 * if the address is unknown.
 * @param site the site's folder.
 */
export async function previewLink(
  site: string,
  { siteUrl }: Pick<Release, 'siteUrl'>,
  path: string,
): Promise<string> {
  const address = process.env.SITE_URL ?? siteUrl ?? (await addressOfServer(site)) ?? '';
  return address.replace(/\/$/, '') + path;
}

/** Builds of a remote that a release has for previews only, or also for them. */
export const previewedBuilds = ({ previews = [] }: Pick<Release, 'previews'>, name: string): string[] =>
  previews.filter(({ remote }) => remote === name).map(({ build }) => build);
