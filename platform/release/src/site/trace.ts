import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, posix } from 'node:path';
import { MAPS_FOLDER } from '#src/build/source-maps.ts';
import { enclosingFunctions } from '#src/site/enclosing-functions.ts';
import { PublishError } from '#src/site/publish-error.ts';
import {
  retainedShell,
  readRelease,
  shellFolder,
  type PublishedBuild,
  type Release,
} from '#src/site/release.ts';
import { SiteFolder } from '#src/site/site-folder.ts';

/**
 * A position in a script, as browsers write it in stack traces, or without the site's origin, as 'Estado' shows it.
 * Lines and columns count from 1.
 */
const POSITION =
  /(?<url>(?:https?:\/\/[^\s()@/]+)?\/[^\s()?#]+?\.js)(?:\?[^\s():]*)?:(?<line>\d+):(?<column>\d+)/g;
/** Stands for the site's own origin, which the folder does not know. */
const OWN_ORIGIN = 'https://site.invalid';

/** The folder of a build and the file in it, by a script's address; null unless it belongs to a remote of this site. */
function remoteScript(url: URL, folder: string, release: Release): { build: string; file: string } | null {
  const [, name, build, file] = /^\/remotes\/([\w-]+)\/([\w-]+)\/(.+)$/.exec(url.pathname) ?? [];
  if (name && build && file) return { build: join(folder, 'remotes', name, build), file };
  // A remote on another host has the address that its publication named.
  const builds: [string, PublishedBuild][] = Object.entries(release.remotes).flatMap(
    ([remote, { builds: kept }]) => kept.map((one): [string, PublishedBuild] => [remote, one]),
  );
  const found = builds.find(([, { base }]) => base && url.href.startsWith(base));
  if (!found) return null;
  const [remote, { base = '', build: id }] = found;
  return { build: join(folder, 'remotes', remote, id), file: url.href.slice(base.length) };
}

/** The same for a script of the shell, the current one or one that is kept. */
function shellScript(url: URL, folder: string, { shells }: Release): { build: string; file: string } {
  const file = url.pathname.slice(1);
  const kept = (shells?.builds ?? []).map(({ build }) => join(folder, retainedShell(build)));
  // Names of scripts have hashes: two builds with the same one have the same script.
  const places = [shellFolder(folder), ...kept];
  const build = places.find((place) => existsSync(join(place, MAPS_FOLDER, `${file}.map`)));
  return { build: build ?? shellFolder(folder), file };
}

/** The source of a position, relative to the workspace, with the name that stands there and the functions around it. */
function describe(map: SourceMap, file: string, line: number, column: number): string | null {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry)) return null;
  const { originalSource, originalLine, originalColumn } = entry;
  // Sources are relative to the script, which the build wrote into .cache/build/<part>/<build>.
  const source = posix.join(posix.dirname(file), originalSource).replace(/^(?:\.\.\/)+/, '');
  // Node's types lack it.
  const { name: symbol } = entry as { name?: string };
  const { sources, sourcesContent } = map.payload;
  const code = sourcesContent[sources.indexOf(originalSource)] ?? '';
  const around = enclosingFunctions(posix.basename(source), code, originalLine, originalColumn);
  const within = around.length > 0 ? [`en ${around.join(' › ')}`] : [];
  const names = [...(symbol && symbol !== around.at(-1) ? [symbol] : []), ...within].join(', ');
  return `${source}:${originalLine + 1}:${originalColumn + 1}${names && ` (${names})`}`;
}

/**
 * Translates a stack trace of a visitor's browser from the site's scripts to their sources, by the hidden source maps
 * of each build. Positions in scripts that the site no longer has are unchanged.
 *
 * @param path the site's folder.
 * @throws PublishError if there is no site.
 */
export async function traceSources(path: string, stack: string): Promise<string> {
  const folder = await new SiteFolder(path).running();
  const release = folder ? await readRelease(folder) : null;
  if (!folder || !release) throw new PublishError(`${path} no es un sitio publicado con build:site.`);
  const maps = new Map<string, SourceMap | null>();
  const mapOf = async (url: URL) => {
    const { build, file } = remoteScript(url, folder, release) ?? shellScript(url, folder, release);
    const place = join(build, MAPS_FOLDER, `${file}.map`);
    if (!place.startsWith(`${build}/`)) return { file, map: null };
    if (!maps.has(place)) {
      const text = await readFile(place, 'utf8').catch(() => null);
      maps.set(place, text === null ? null : new SourceMap(JSON.parse(text) as SourceMapPayload));
    }
    return { file, map: maps.get(place) ?? null };
  };
  let traced = '';
  let end = 0;
  for (const found of stack.matchAll(POSITION)) {
    const { url = '', line = '', column = '' } = found.groups ?? {};
    const { file, map } = await mapOf(new URL(url, OWN_ORIGIN));
    const source = map && describe(map, file, Number(line), Number(column));
    traced += stack.slice(end, found.index) + (source ?? found[0]);
    end = found.index + found[0].length;
  }
  return traced + stack.slice(end);
}
