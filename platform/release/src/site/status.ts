import { join } from 'node:path';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import {
  readRemote,
  readShell,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '#src/build/descriptors.ts';
import { commitLabel } from '#src/build/source-commit.ts';
import { rollbackTarget } from '#src/site/history.ts';
import { livePreviews, previewLink, previewPath } from '#src/site/preview.ts';
import { PublishError } from '#src/site/publish-error.ts';
import {
  readRelease,
  remoteFolder,
  runningBuild,
  shellFolder,
  type PublishedRemote,
  type Release,
} from '#src/site/release.ts';
import { shortDate } from '#src/site/short-date.ts';
import { SiteFolder } from '#src/site/site-folder.ts';

const kilobytes = (bytes: number) => `${new Intl.NumberFormat('es-CL').format(Math.round(bytes / 1000))} kB`;

const HEADINGS = [
  'Parte',
  'Versión',
  'Contrato',
  'Runtime',
  'Publicada',
  'Construida',
  'Fuente',
  'Tamaño',
  'JS (br)',
  'Anterior',
  'Dónde',
];

function row(
  { name, build, contract, runtime, builtAt, source, size }: RemoteDescriptor | ShellDescriptor,
  publishedAt: string,
  previous = '–',
  where = 'este sitio',
): string[] {
  return [
    name,
    build,
    String(contract),
    runtime,
    shortDate(publishedAt),
    shortDate(builtAt),
    source ? commitLabel(source) : '–',
    kilobytes(size.bytes),
    kilobytes(size.script),
    previous,
    where,
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}

/** The previews that can be opened, a line each; empty if there are none. */
async function previewLines(
  path: string,
  release: Release,
  { shell, now }: { shell: ShellDescriptor; now: Date },
): Promise<string> {
  const lines = (livePreviews(release, now) ?? []).map(async (preview) => {
    const { remote, build, expiresAt } = preview;
    const link = await previewLink(path, release, previewPath(shell, preview));
    return `${remote}  ${build}  hasta el ${shortDate(expiresAt)}  ${link}`;
  });
  return lines.length > 0 ? `\n\nVistas previas\n${(await Promise.all(lines)).join('\n')}` : '';
}

/**
 * A site's builds as a table: build, contract, dates, size; and its previews.
 * @param path the site's folder.
 */
export async function siteStatus(path: string, now = new Date()): Promise<string> {
  const folder = await new SiteFolder(path).running();
  const release = folder ? await readRelease(folder) : null;
  if (!folder || !release) throw new PublishError(`${path} no es un sitio publicado con build:site.`);
  const shell = await readShell(shellFolder(folder));
  const shellRow = row(
    shell,
    release.shell.publishedAt,
    release.shells && rollbackTarget(release.shells)?.build,
  );
  const rows = [HEADINGS, shellRow];
  for (const [name, remote] of Object.entries(release.remotes) as [RemoteName, PublishedRemote][]) {
    const running = runningBuild(remote);
    const descriptor = await readRemote(join(folder, remoteFolder(name, running.build)));
    rows.push(row(descriptor, running.publishedAt, rollbackTarget(remote)?.build, running.base));
  }
  const published = shortDate(release.publishedAt);
  return `Sitio ${path}: publicación ${release.id} del ${published}\n\n${table(rows)}${await previewLines(path, release, { shell, now })}`;
}
