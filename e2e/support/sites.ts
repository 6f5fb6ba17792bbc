import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { clientRule, proxyRule } from '@taller/server/network/client-address.ts';
import { createHandler } from '@taller/server/http/handler.ts';
import { closeServer, listen } from '@taller/server/http/listen.ts';
import { originRule } from '@taller/server/http/origin.ts';
import { sendJson, type Route } from '@taller/server/http/router.ts';
import { silentLog } from '@taller/server/log/log.ts';
import { SiteFiles } from '@taller/server/site/site-files.ts';
import { siteRoute } from '@taller/server/site/site-route.ts';
import type { RunningServer } from '@taller/server/start-server.ts';
import { renewHashes } from './hash-lists.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Copies a file, or a folder with all it has. Without blocking it takes five times the processor time. */
const copy = (from: string, to: string) => cpSync(from, to, { recursive: true });

async function serve(routes: readonly Route[]) {
  const handler = createHandler(
    { originOf: originRule(undefined), clientOf: clientRule([]), isProxy: proxyRule([]) },
    silentLog,
  );
  const { server, port } = await listen(0, '127.0.0.1', handler.listener, () => undefined);
  handler.open(routes);
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

/** A site in its own folder and on its own port. */
export interface OwnSite extends AsyncDisposable {
  url: string;
  folder: string;
}

/**
 * Serves a copy of the built site like a static host, to be published to; its Supabase is the shop's, on another
 * origin.
 * @param remoteOrigins hosts of remotes allowed by the site's policy.
 */
export async function serveSite(
  shop: RunningServer,
  remoteOrigins: readonly string[] = [],
): Promise<OwnSite> {
  const root = await mkdtemp(join(tmpdir(), 'taller-site-'));
  const folder = join(root, 'site');
  copy(join(ROOT, 'site'), folder);
  const config: Route = async ({ outgoing, path }) => {
    if (path !== '/config.json') return false;
    sendJson(outgoing, 200, {
      supabaseUrl: shop.url,
      supabaseKey: shop.keys.publishable,
      serviceWorker: false,
    });
    return true;
  };
  const connect = [shop.url, shop.url.replace('http:', 'ws:')];
  const { url, close } = await serve([
    config,
    siteRoute(new SiteFiles(folder, false), false, { remotes: remoteOrigins, connect }),
  ]);
  return {
    url,
    folder,
    [Symbol.asyncDispose]: async () => {
      await close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Another host, whose folder `remotes/` other sites may load. */
export async function serveRemotes(): Promise<OwnSite> {
  const folder = await mkdtemp(join(tmpdir(), 'taller-remotes-'));
  const { url, close } = await serve([siteRoute(new SiteFiles(folder, false), false)]);
  return {
    url,
    folder,
    [Symbol.asyncDispose]: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Done {
  code: number | null;
  output: string;
}

/** `npm run publish-remote … --unopened` on a site: what is published is not opened before. */
export const publish = (site: OwnSite, ...args: string[]): Promise<Done> =>
  publishOpened(site, ...args, '--unopened');

/** `npm run publish-remote …` on a site, in a process of its own. */
export function publishOpened(site: OwnSite, ...args: string[]): Promise<Done> {
  const task = join(ROOT, 'platform/release/src/tasks/publish-remote.ts');
  const child = spawn(process.execPath, [task, '--site', site.folder, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

/** The exit code of a publication and the last line that it says. */
export const outcomeOf = ({ code, output }: Done) => [code, output.trim().split('\n').at(-1)];

/** Publishes a remote of a site with its files on another host. @returns its build, and their folder there. */
export async function publishOn(
  host: OwnSite,
  site: OwnSite,
  name: string,
): Promise<{ build: string; folder: string }> {
  const files = join(host.folder, 'remotes');
  const { code, output } = await publish(site, name, '--base', `${host.url}/remotes/`, '--files', files);
  if (code !== 0) throw new Error(output);
  const build = await runningBuild(site, name);
  return { build, folder: join(files, name, build) };
}

/** Folder of the current build of a remote in a site's folder. */
export const siteBuild = async (folder: string, name: string): Promise<string> =>
  join(folder, 'remotes', name, await runningBuild({ folder }, name));

/** The current build of a remote in a site. */
export async function runningBuild(site: Pick<OwnSite, 'folder'>, name: string): Promise<string> {
  const registry = JSON.parse(await readFile(join(site.folder, 'remotes.json'), 'utf8')) as {
    remotes: { name: string; build: string }[];
  };
  return registry.remotes.find((remote) => remote.name === name)?.build ?? '';
}

/**
 * Another build of a remote, created quickly: the real one with some texts replaced, in browser and server bundle.
 * @param changes replacements, by text of the build.
 * @returns its folder, for `--build`.
 */
export async function otherBuild(
  site: OwnSite,
  name: string,
  build: string,
  changes: Record<string, string>,
): Promise<string> {
  const folder = join(site.folder, `../${name}-${build}`);
  const present = await runningBuild(site, name);
  copy(await siteBuild(site.folder, name), folder);
  await replaceTexts(folder, { [present]: build, ...changes });
  await renewHashes(folder);
  return folder;
}

/** Replaces texts in the scripts and lists of a folder. */
async function replaceTexts(folder: string, changes: Readonly<Record<string, string>>): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(?:[cm]?js|json)$/.test(file),
  );
  for (const file of files) {
    let text = await readFile(join(folder, file), 'utf8');
    for (const [from, to] of Object.entries(changes)) text = text.replaceAll(from, to);
    await writeFile(join(folder, file), text);
  }
}

/**
 * Another build of the shell, created quickly: the deployed one with some texts replaced. As in a real one,
 * the names of its scripts change with their content.
 * @returns its folder, for `--build`.
 */
export async function otherShell(
  site: OwnSite,
  build: string,
  changes: Record<string, string>,
): Promise<string> {
  const folder = join(site.folder, `../shell-${build}`);
  copy(join(site.folder, '.release/shell'), folder);
  const { build: present, files } = JSON.parse(
    await readFile(join(folder, '.build/descriptor.json'), 'utf8'),
  ) as { build: string; files: string[] };
  const names: Record<string, string> = {};
  for (const file of files) {
    const other = /^assets\/.*\.js$/.test(file) ? file.replace(/\.js$/, `${build}.js`) : file;
    copy(join(site.folder, file), join(folder, other));
    if (other !== file) names[basename(file)] = basename(other);
  }
  await replaceTexts(folder, { ...names, [present]: build, ...changes });
  return folder;
}
